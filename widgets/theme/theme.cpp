#include "widgets/theme/theme.h"

#include <array>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPalette>

#include "resources/resources.h"

namespace zrecord::widgets {

namespace {

struct ColorEntry {
    const char* key;
    QColor Theme::*member;
};

constexpr std::array<ColorEntry, 27> kColors{{
    {"window", &Theme::window},
    {"panel", &Theme::panel},
    {"line", &Theme::line},
    {"control", &Theme::control},
    {"controlHover", &Theme::controlHover},
    {"controlPressed", &Theme::controlPressed},
    {"text", &Theme::text},
    {"dimText", &Theme::dimText},
    {"disabledText", &Theme::disabledText},
    {"accent", &Theme::accent},
    {"accentHover", &Theme::accentHover},
    {"accentBackground", &Theme::accentBackground},
    {"onAccent", &Theme::onAccent},
    {"warning", &Theme::warning},
    {"warningBackground", &Theme::warningBackground},
    {"marked", &Theme::marked},
    {"markedBackground", &Theme::markedBackground},
    {"good", &Theme::good},
    {"series1", &Theme::series1},
    {"series2", &Theme::series2},
    {"series3", &Theme::series3},
    {"series4", &Theme::series4},
    {"seriesOther", &Theme::seriesOther},
    {"plotGrid", &Theme::plotGrid},
    {"placeholder", &Theme::placeholder},
    {"shadow", &Theme::shadow},
    {"imageBackdrop", &Theme::imageBackdrop},
}};

Theme load(const QString& name) {
    initResources();
    Theme theme;
    theme.name = name;
    QFile file(QStringLiteral(":/zrecord/themes/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The theme %s is missing from the program.", qPrintable(name));
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    theme.dark = root.value(QLatin1String("dark")).toBool();
    const QJsonObject colors = root.value(QLatin1String("colors")).toObject();
    for (const ColorEntry& entry : kColors) {
        const QColor color(colors.value(QLatin1String(entry.key)).toString());
        if (!color.isValid())
            qFatal("The theme %s has no colour %s.", qPrintable(name), entry.key);
        theme.*entry.member = color;
    }
    return theme;
}

}  // namespace

const Theme& Theme::lightTheme() {
    static const Theme theme = load(QStringLiteral("light"));
    return theme;
}

const Theme& Theme::darkTheme() {
    static const Theme theme = load(QStringLiteral("dark"));
    return theme;
}

const Theme& Theme::of(const QPalette& palette) {
    return palette.color(QPalette::Active, QPalette::Window).lightness() < 128 ? darkTheme() : lightTheme();
}

QPalette Theme::makePalette() const {
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, panel);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, dimText);
    palette.setColor(QPalette::Button, control);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, onAccent);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, onAccent);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::ToolTipBase, panel);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Light, panel);
    palette.setColor(QPalette::Midlight, controlHover);
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, line);
    palette.setColor(QPalette::Shadow, line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, disabledText);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, line);
    return palette;
}

}  // namespace zrecord::widgets
