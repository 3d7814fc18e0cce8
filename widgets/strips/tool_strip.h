#pragma once

#include <QWidget>

class QPushButton;

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class ActionRegistry;
class FilterBar;
class GoToField;

/// The bar under the menus: open, reload, back and forward, the Go-to field, the filter, the editing badge, and the door to the palette.
class ToolStrip final : public QWidget {
    Q_OBJECT

public:
    /// The actions "file.open", "file.reload", "go.back", "go.forward", "store.editing" and "help.palette" must exist.
    explicit ToolStrip(ActionRegistry& actions, QWidget* parent = nullptr);

    /// The record count bounds what the Go-to field accepts; nullptr disables it.
    void setDocument(workbench::DocumentSession* session);
    /// A document that cannot be read has no record to go to.
    void setReadable(bool readable);
    void showCurrent(quint64 record);
    void focusGoTo();
    [[nodiscard]] FilterBar& filter() noexcept { return *m_filter; }

Q_SIGNALS:
    void goToRequested(quint64 record);
    /// Escape: the field shows the current record again and the keys belong elsewhere.
    void goToLeft();

private:
    QPushButton* makeActionButton(const QString& id, bool withText);
    void buildBadge(ActionRegistry& actions);
    void buildSearch(ActionRegistry& actions);
    void submitGoTo();
    void updateBadge();

    ActionRegistry& m_actions;
    workbench::DocumentSession* m_session = nullptr;
    GoToField* m_goTo;
    FilterBar* m_filter;
    QPushButton* m_badge;
    QPushButton* m_search;
};

}  // namespace zrecord::widgets
