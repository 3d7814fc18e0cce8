#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

/// Tags of the chosen records: type a name and press Enter to put it on or take it off, or click one of the list. F2 gives a tag
/// another name. Every change can be undone. Deletes itself.
class TagBox final : public QDialog {
    Q_OBJECT

public:
    /// The session outlives the box.
    TagBox(workbench::DocumentSession& session, QWidget* parent = nullptr);

private:
    void refresh();
    void toggle(const QString& name);
    void rename(const QListWidgetItem* item);

    workbench::DocumentSession& m_session;
    QLineEdit* m_field;
    QListWidget* m_list;
    bool m_refreshing = false;
};

}  // namespace zrecord::widgets
