#include "widgets/theme/fonts.h"

#include <algorithm>

#include <QFontDatabase>
#include <QFontInfo>

#include "resources/resources.h"

namespace zrecord::widgets {

namespace {

QFont makeFont(const QString& family, int pixelSize, QFont::Weight weight, QFont::StyleHint hint) {
    QFont font(family);
    font.setStyleHint(hint);
    font.setPixelSize(pixelSize);
    font.setWeight(weight);
    return font;
}

int pixelSizeOf(const QFont& font) { return font.pixelSize() > 0 ? font.pixelSize() : QFontInfo(font).pixelSize(); }

}  // namespace

void loadEmbeddedFonts() {
    static const bool loaded = [] {
        initResources();
        for (const auto& name : {"InterTabular-Regular.otf", "InterTabular-Medium.otf", "InterTabular-SemiBold.otf",
                                 "InterTabular-Bold.otf", "JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf"})
            if (QFontDatabase::addApplicationFont(QStringLiteral(":/zrecord/fonts/") + QLatin1String(name)) < 0)
                return false;
        return true;
    }();
    Q_ASSERT_X(loaded, "loadEmbeddedFonts", "a font is missing from the resources");
}

QFont textFont(int pixelSize, QFont::Weight weight) {
    return makeFont(QStringLiteral("Inter Tabular"), pixelSize, weight, QFont::SansSerif);
}

QFont valueFont(int pixelSize, QFont::Weight weight) {
    return makeFont(QStringLiteral("JetBrains Mono"), pixelSize, weight, QFont::Monospace);
}

QFont valueFontFor(const QFont& text) { return valueFont(std::max(9, pixelSizeOf(text) - 1)); }

QFont captionFontFor(const QFont& text) {
    QFont font = textFont(std::max(9, pixelSizeOf(text) - 2), QFont::DemiBold);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    font.setCapitalization(QFont::AllUppercase);
    return font;
}

QFont headingFontFor(const QFont& text) { return textFont(pixelSizeOf(text) + 2, QFont::DemiBold); }

}  // namespace zrecord::widgets
