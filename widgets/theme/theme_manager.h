#pragma once

#include <QFont>
#include <QObject>

#include "widgets/theme/theme.h"
#include "workbench/settings/workbench_settings.h"

class QApplication;

namespace zrecord::widgets {

using workbench::ThemeChoice;

/// Gives the application its style, palette, style sheet and fonts, and changes them. One object, owned by the
/// application's composition root; GUI thread only.
class ThemeManager final : public QObject {
    Q_OBJECT

public:
    static constexpr int kDefaultFontSize = 13;  ///< pixels
    static constexpr int kSmallestFontSize = 11;
    static constexpr int kLargestFontSize = 20;

    /// Loads the embedded fonts; the look changes with the first apply().
    explicit ThemeManager(QApplication& application, QObject* parent = nullptr);

    /// Sizes outside the range are clamped. `fontSize` in pixels.
    void apply(ThemeChoice choice, int fontSize);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] int fontSize() const { return m_fontSize; }
    [[nodiscard]] const Theme& theme() const;

    /// Text to and from settings and the command line: "system", "light", "dark"; anything else is System.
    static QString choiceName(ThemeChoice choice);
    static ThemeChoice choiceFromName(QStringView name);

Q_SIGNALS:
    void changed();

private:
    QApplication& m_application;
    ThemeChoice m_choice = ThemeChoice::System;
    int m_fontSize = kDefaultFontSize;
    bool m_systemIsDark = false;
};

}  // namespace zrecord::widgets
