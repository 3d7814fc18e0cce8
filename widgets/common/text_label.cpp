#include "widgets/common/text_label.h"

#include <QApplication>
#include <QEvent>
#include <QStyle>

#include "widgets/theme/fonts.h"

namespace zrecord::widgets {

TextLabel::TextLabel(Style style, const QString& text, QWidget* parent) : QLabel(text, parent), m_style(style) {
    setTextFormat(Qt::PlainText);
    if (style == Style::Caption)
        setTone(Tone::Dim);
    updateFont();
}

void TextLabel::setTone(Tone tone) {
    m_tone = tone;
    static const char* const kNames[] = {"plain", "dim", "accent", "warning", "marked", "good"};
    setProperty("tone", QLatin1String(kNames[static_cast<int>(tone)]));
    style()->unpolish(this);
    style()->polish(this);
}

void TextLabel::updateFont() {
    if (m_updating)
        return;
    m_updating = true;
    const QFont base = QApplication::font();
    switch (m_style) {
        case Style::Body: setFont(base); break;
        case Style::Strong: {
            QFont strong = base;
            strong.setWeight(QFont::DemiBold);
            setFont(strong);
            break;
        }
        case Style::Caption: setFont(captionFontFor(base)); break;
        case Style::Heading: setFont(headingFontFor(base)); break;
        case Style::Value: setFont(valueFontFor(base)); break;
    }
    m_updating = false;
}

void TextLabel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::ApplicationFontChange || event->type() == QEvent::StyleChange)
        updateFont();
    QLabel::changeEvent(event);
}

QFrame* makeSeparator(Qt::Orientation orientation, QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setProperty("separator", true);
    line->setFrameShape(QFrame::NoFrame);
    if (orientation == Qt::Horizontal)
        line->setFixedHeight(1);
    else
        line->setFixedWidth(1);
    return line;
}

}  // namespace zrecord::widgets
