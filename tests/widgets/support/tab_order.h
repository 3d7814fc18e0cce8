#pragma once

#include <QStringList>
#include <QWidget>

namespace zrecord::widgets {

/// Where Tab goes against the eye, which reads rows from the top and each row from the left; empty when it never does.
inline QStringList tabJumps(QWidget& window) {
    QStringList jumps;
    const QWidget* before = nullptr;
    QWidget* first = &window;
    for (QWidget* each = first->nextInFocusChain(); each != first; each = each->nextInFocusChain()) {
        if (each->window() != &window || (each->focusPolicy() & Qt::TabFocus) == 0 || !each->isVisible() || !each->isEnabled())
            continue;
        if (before != nullptr) {
            const QRect a(before->mapTo(&window, QPoint()), before->size());
            const QRect b(each->mapTo(&window, QPoint()), each->size());
            const bool sameRow = a.top() < b.center().y() && b.center().y() < a.bottom();
            if (sameRow ? b.left() < a.left() : b.top() < a.top())
                jumps << before->objectName() + QStringLiteral(" > ") + each->objectName();
        }
        before = each;
    }
    return jumps;
}

}  // namespace zrecord::widgets
