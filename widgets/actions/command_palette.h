#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace zrecord::widgets {

class ActionRegistry;
class TextLabel;

/// Type a few letters of what you want to do, press Enter. Lists every action with its category and key; what is not
/// possible now is dim and says why it cannot be chosen.
class CommandPalette final : public QDialog {
    Q_OBJECT

public:
    CommandPalette(ActionRegistry& registry, QWidget* window);

    [[nodiscard]] QStringList visibleIds() const;  ///< in the order shown

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void filter(const QString& text);
    /// Keys that come before the window system has made this window the active one belong to the search, not to the window
    /// below, where a letter may be a shortcut. (A modal dialog would lose them.) A click beside it ends the search.
    bool takesForeignEvent(QObject* watched, QEvent* event);
    void runCurrent();
    /// As tall as the list is long, up to a limit.
    void fitHeight();

    ActionRegistry& m_registry;
    QLineEdit* m_input;
    QListWidget* m_list;
    TextLabel* m_none;
};

}  // namespace zrecord::widgets
