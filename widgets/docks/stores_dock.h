#pragma once

#include "widgets/docks/dock_frame.h"

class QStackedWidget;
class QTreeView;

namespace zrecord::workbench {
class DocumentList;
class DocumentSession;
class StoreListModel;
}

namespace zrecord::widgets {

/// The open stores and aligned sets with their streams. Choosing one makes it current.
class StoresDock final : public DockFrame {
    Q_OBJECT

public:
    explicit StoresDock(workbench::DocumentList& documents, QWidget* parent = nullptr);
    ~StoresDock() override;

    /// Shows which document and stream the window has; emits nothing.
    void showCurrent(workbench::DocumentSession* session, std::size_t stream);
    [[nodiscard]] QWidget* focusTarget() const;

Q_SIGNALS:
    void streamChosen(zrecord::workbench::DocumentSession* session, std::size_t stream);
    void closeRequested(zrecord::workbench::DocumentSession* session);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void refresh();

    workbench::StoreListModel* m_model;
    QTreeView* m_view;
    QStackedWidget* m_stack;
    bool m_following = false;
};

}  // namespace zrecord::widgets
