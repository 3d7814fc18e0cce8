#include "widgets/common/elided_label.h"

#include <algorithm>

#include <QFontMetrics>
#include <QPainter>

#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {

QColor toneColor(Tone tone, const Theme& theme) {
    switch (tone) {
        case Tone::Plain: return theme.text;
        case Tone::Dim: return theme.dimText;
        case Tone::Accent: return theme.accent;
        case Tone::Warning: return theme.warning;
        case Tone::Marked: return theme.marked;
        case Tone::Good: return theme.good;
    }
    return theme.text;
}

}  // namespace

ElidedLabel::ElidedLabel(const QString& text, Qt::TextElideMode mode, QWidget* parent) : QWidget(parent), m_mode(mode) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    updateToolTip();
    updateGeometry();
    update();
}

void ElidedLabel::setTone(Tone tone) {
    m_tone = tone;
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment) {
    m_alignment = alignment;
    update();
}

void ElidedLabel::setBold(bool bold) {
    m_bold = bold;
    updateGeometry();
    update();
}

QFont ElidedLabel::drawnFont() const {
    QFont drawn = font();
    if (m_bold)
        drawn.setWeight(QFont::DemiBold);
    return drawn;
}

QSize ElidedLabel::sizeHint() const {
    const QFontMetrics metrics(drawnFont());
    return {metrics.horizontalAdvance(m_text) + 2, metrics.height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const {
    const QFontMetrics metrics(drawnFont());
    return {std::min(metrics.horizontalAdvance(m_text) + 2, metrics.averageCharWidth() * 6), metrics.height() + 2};
}

void ElidedLabel::updateToolTip() {
    const QFontMetrics metrics(drawnFont());
    setToolTip(metrics.horizontalAdvance(m_text) > width() ? m_text : QString());
}

void ElidedLabel::resizeEvent(QResizeEvent*) { updateToolTip(); }

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QFont drawn = drawnFont();
    painter.setFont(drawn);
    const Theme& theme = Theme::of(palette());
    painter.setPen(isEnabled() ? toneColor(m_tone, theme) : theme.disabledText);
    painter.drawText(rect(), static_cast<int>(m_alignment.toInt()) | Qt::TextSingleLine, QFontMetrics(drawn).elidedText(m_text, m_mode, width()));
}

}  // namespace zrecord::widgets
