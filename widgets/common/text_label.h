#pragma once

#include <QLabel>

namespace zrecord::widgets {

/// Colour of a text beside plain.
enum class Tone { Plain, Dim, Accent, Warning, Marked, Good };

/// A label in one of the window's few text styles; follows theme and font size by itself.
class TextLabel : public QLabel {
    Q_OBJECT

public:
    enum class Style {
        Body,
        Strong,   ///< semibold
        Caption,  ///< section captions: small spaced capitals, dim
        Heading,
        Value     ///< JetBrains Mono
    };

    explicit TextLabel(Style textStyle = Style::Body, const QString& text = {}, QWidget* parent = nullptr);

    /// Captions are shown in capitals; their accessible name keeps the text as it is.
    void setText(const QString& text);
    void setTone(Tone tone);
    [[nodiscard]] Tone tone() const { return m_tone; }

private:
    Style m_style;
    Tone m_tone = Tone::Plain;
};

/// A 1 px line.
QFrame* makeSeparator(Qt::Orientation orientation, QWidget* parent = nullptr);

}  // namespace zrecord::widgets
