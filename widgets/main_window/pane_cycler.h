#pragma once

#include <functional>

#include <QList>
#include <QPointer>
#include <QWidget>

namespace zrecord::widgets {

/// F6 and Shift+F6: moves the focus to the next or previous visible pane and returns there to the widget that had the
/// focus last.
class PaneCycler final : public QObject {
    Q_OBJECT

public:
    /// `panes` gives the panes in order whenever it is asked.
    PaneCycler(std::function<QList<QWidget*>()> panes, QObject* parent);

    void move(int step);
    /// Gives the focus to the pane itself, to the child that had it last, or to the first that takes it.
    static void focus(QWidget* pane, Qt::FocusReason reason = Qt::OtherFocusReason);
    /// The pane that holds the focus, nullptr when none does.
    [[nodiscard]] QWidget* current() const;

private:
    [[nodiscard]] QList<QWidget*> visiblePanes() const;

    std::function<QList<QWidget*>()> m_panes;
};

}  // namespace zrecord::widgets
