#include "widgets/main_window/pane_cycler.h"

#include <QApplication>

namespace zrecord::widgets {

namespace {

/// The pane itself, its last focused child, or the first child that takes Tab.
QWidget* focusTargetIn(QWidget* pane) {
    if (QWidget* last = pane->focusWidget(); last != nullptr && last->isVisible() && last->isEnabled())
        return last;
    if ((pane->focusPolicy() & Qt::TabFocus) != 0)
        return pane;
    for (QWidget* child : pane->findChildren<QWidget*>())
        if ((child->focusPolicy() & Qt::TabFocus) != 0 && child->isVisible() && child->isEnabled())
            return child;
    return nullptr;
}

}  // namespace

PaneCycler::PaneCycler(std::function<QList<QWidget*>()> panes, QObject* parent) : QObject(parent), m_panes(std::move(panes)) {}

QList<QWidget*> PaneCycler::visiblePanes() const {
    QList<QWidget*> visible;
    for (QWidget* pane : m_panes())
        if (pane != nullptr && pane->isVisible() && focusTargetIn(pane) != nullptr)
            visible << pane;
    return visible;
}

QWidget* PaneCycler::current() const {
    QWidget* focused = QApplication::focusWidget();
    for (QWidget* pane : m_panes())
        if (pane != nullptr && focused != nullptr && (pane == focused || pane->isAncestorOf(focused)))
            return pane;
    return nullptr;
}

void PaneCycler::move(int step) {
    const QList<QWidget*> panes = visiblePanes();
    if (panes.isEmpty())
        return;
    const qsizetype at = panes.indexOf(current());
    const qsizetype next = at < 0 ? (step > 0 ? 0 : panes.size() - 1) : (at + step + panes.size()) % panes.size();
    focus(panes[next], step > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
}

void PaneCycler::focus(QWidget* pane, Qt::FocusReason reason) {
    if (QWidget* target = focusTargetIn(pane))
        target->setFocus(reason);
}

}  // namespace zrecord::widgets
