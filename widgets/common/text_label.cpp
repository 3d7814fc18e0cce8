#include "widgets/common/text_label.h"

#include <array>

#include <QStyle>

namespace zrecord::widgets {

namespace {
constexpr double kCaptionSpacing = 0.6;  // pixels between letters
}

// Size, weight and family come from the style sheet: fonts set from outside do not survive its changes.
TextLabel::TextLabel(Style textStyle, const QString& text, QWidget* parent) : QLabel(parent), m_style(textStyle) {
    static constexpr std::array kNames{"body", "strong", "caption", "heading", "value"};
    setProperty("textStyle", QLatin1String(kNames[static_cast<std::size_t>(textStyle)]));
    setTextFormat(Qt::PlainText);
    if (textStyle == Style::Caption) {
        QFont spaced = font();
        spaced.setLetterSpacing(QFont::AbsoluteSpacing, kCaptionSpacing);
        setFont(spaced);
    }
    setText(text);
}

void TextLabel::setText(const QString& text) {
    if (m_style == Style::Caption) {
        setAccessibleName(text);
        QLabel::setText(text.toUpper());
    } else {
        QLabel::setText(text);
    }
}

void TextLabel::setTone(Tone tone) {
    m_tone = tone;
    static constexpr std::array kNames{"plain", "dim", "accent", "warning", "marked", "good"};
    setProperty("tone", QLatin1String(kNames[static_cast<std::size_t>(tone)]));
    style()->unpolish(this);
    style()->polish(this);
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
