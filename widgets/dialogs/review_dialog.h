#pragma once

#include <QDialog>

class QPushButton;
class QTableView;

namespace zrecord::workbench {
class DocumentSession;
class PendingChangesModel;
}

namespace zrecord::widgets {

class TextLabel;

/// The marks before they are applied: which record, why, what happens to its slot. Rows can be unmarked here; Apply hands
/// over to the caller. Closes itself when nothing is marked any more. Deletes itself when closed.
class ReviewDialog final : public QDialog {
    Q_OBJECT

public:
    ReviewDialog(workbench::DocumentSession& session, QWidget* parent);
    ~ReviewDialog() override;

Q_SIGNALS:
    void applyRequested();
    /// The table of old and new indices is wanted in this file.
    void tableRequested(const QString& file);

private:
    void refresh();
    void unmarkSelectedRows();
    void chooseTable();

    workbench::DocumentSession& m_session;
    workbench::PendingChangesModel* m_model;
    QTableView* m_table;
    TextLabel* m_summary;
    TextLabel* m_hidden;
    QPushButton* m_unmark;
    QPushButton* m_export;
    QPushButton* m_apply;
};

}  // namespace zrecord::widgets
