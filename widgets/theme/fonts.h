#pragma once

#include <QFont>

namespace zrecord::widgets {

/// Registers the fonts of the resources once; later calls do nothing.
void loadEmbeddedFonts();

/// The text font (Inter with tabular figures). Sizes in pixels.
QFont textFont(int pixelSize, QFont::Weight weight = QFont::Normal);
/// The font of values, offsets and commands (JetBrains Mono).
QFont valueFont(int pixelSize, QFont::Weight weight = QFont::Normal);
/// The value font that fits text set in `text`: one pixel smaller, since JetBrains Mono looks larger.
QFont valueFontFor(const QFont& text);
/// Capitals of section captions that belong to text set in `text`: two pixels smaller, semibold, spaced.
QFont captionFontFor(const QFont& text);
/// Headings that belong to text set in `text`: two pixels larger, semibold.
QFont headingFontFor(const QFont& text);

}  // namespace zrecord::widgets
