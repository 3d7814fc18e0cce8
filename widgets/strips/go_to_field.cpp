#include "widgets/strips/go_to_field.h"

#include <QKeyEvent>
#include <QStyle>
#include <QToolTip>

namespace zrecord::widgets {

namespace {

/// Line editors also take Ctrl+E, Ctrl+K and their like (end of line, cut the rest), which mean something else in this window.
bool editsText(const QKeyEvent& event) {
    if ((event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != Qt::ControlModifier)
        return true;
    switch (event.key()) {
    case Qt::Key_A:
    case Qt::Key_C:
    case Qt::Key_V:
    case Qt::Key_X:
    case Qt::Key_Y:
    case Qt::Key_Z: return true;
    default: return event.key() < Qt::Key_A || event.key() > Qt::Key_Z;
    }
}

}  // namespace

GoToField::GoToField(QWidget* parent) : QLineEdit(parent) {
    connect(this, &QLineEdit::textEdited, this, [this] { setRefusal({}); });
}

void GoToField::setShown(const QString& text) {
    m_shown = text;
    if (!hasFocus() || !isModified())
        restore();
}

void GoToField::setRefusal(const QString& why) {
    setAccessibleDescription(why);
    if (property("invalid").toBool() == why.isEmpty()) {
        setProperty("invalid", !why.isEmpty());
        style()->unpolish(this);
        style()->polish(this);
    }
    if (!why.isEmpty())
        QToolTip::showText(mapToGlobal(QPoint(0, height())), why, this);
    else if (QToolTip::isVisible())
        QToolTip::hideText();
}

void GoToField::restore() {
    setText(m_shown);
    setRefusal({});
}

bool GoToField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (key.key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
        if (!editsText(key)) {
            event->ignore();
            return false;
        }
    }
    return QLineEdit::event(event);
}

void GoToField::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape)
        return QLineEdit::keyPressEvent(event);
    restore();
    Q_EMIT left();
}

void GoToField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        restore();
}

}  // namespace zrecord::widgets
