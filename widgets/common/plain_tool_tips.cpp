#include "widgets/common/plain_tool_tips.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QTextDocument>
#include <QToolTip>
#include <QWidget>

namespace zrecord::widgets {
namespace {

bool isEscapedParagraph(const QString& text) {
    const QString begin = QStringLiteral("<p>");
    const QString end = QStringLiteral("</p>");
    return text.startsWith(begin) && text.endsWith(end) && text.size() >= begin.size() + end.size() &&
           !QStringView(text).sliced(begin.size(), text.size() - begin.size() - end.size()).contains(u'<');
}

/// What the widget would show by itself there.
QString toolTipAt(const QWidget& widget, const QPoint& position) {
    const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
    if (view != nullptr && view->viewport() == &widget)
        return view->indexAt(position).data(Qt::ToolTipRole).toString();
    return widget.toolTip();
}

}  // namespace

QString PlainToolTips::plain(const QString& text) {
    if (!Qt::mightBeRichText(text) || isEscapedParagraph(text))
        return text;
    return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

bool PlainToolTips::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ToolTip || !watched->isWidgetType())
        return QObject::eventFilter(watched, event);
    auto* widget = static_cast<QWidget*>(watched);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = toolTipAt(*widget, help->pos());
    const QString shown = plain(text);
    if (shown == text)
        return QObject::eventFilter(watched, event);
    QToolTip::showText(help->globalPos(), shown, widget);
    return true;
}

}  // namespace zrecord::widgets
