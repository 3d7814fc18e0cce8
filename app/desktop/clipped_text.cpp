#include "desktop/clipped_text.h"

#include <algorithm>

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QTabBar>

#include "desktop/widget_name.h"

namespace zrecord::desktop {

namespace {

int textWidth(const QWidget& widget, const QString& text) {
    return widget.fontMetrics().size(Qt::TextShowMnemonic, text).width();
}

/// Pixels that are missing, in the direction that lacks more.
int lackOf(const QLabel& label) {
    if (!label.wordWrap())
        return std::max(label.sizeHint().width() - label.width(), label.sizeHint().height() - label.height());
    return label.heightForWidth(label.width()) - label.height();
}

int lackOf(const QTabBar& tabs, int index) {
    return tabs.elideMode() == Qt::ElideNone ? textWidth(tabs, tabs.tabText(index)) - tabs.tabRect(index).width() : 0;
}

}  // namespace

QStringList clippedTexts(const QWidget& window) {
    QStringList lines;
    const auto note = [&lines](const QWidget& widget, const QString& text, int lack) {
        if (lack > 0 && !text.isEmpty())
            lines << QStringLiteral("'%1' lacks %2 pixels (%3)").arg(text).arg(lack).arg(widgetName(&widget));
    };
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            note(*label, label->text(), lackOf(*label));
        else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            note(*button, button->text(), textWidth(*button, button->text()) - button->width());
        else if (const auto* choice = qobject_cast<const QComboBox*>(widget))
            note(*choice, choice->currentText(), textWidth(*choice, choice->currentText()) - choice->width());
        else if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                note(*tabs, tabs->tabText(i), lackOf(*tabs, i));
    }
    return lines;
}

}  // namespace zrecord::desktop
