#pragma once

#include <QColor>
#include <QString>

class QPalette;

namespace zrecord::widgets {

/// The colours of one appearance, read from resources/themes/<name>.json. Immutable; a widget that draws itself asks
/// Theme::of(palette()) while painting, so that a change of theme needs nothing but a repaint.
struct Theme {
    QString name;
    bool dark = false;

    QColor window;            ///< behind everything
    QColor panel;             ///< docks, bars, cards
    QColor line;              ///< 1 px separators
    QColor control, controlHover, controlPressed;
    QColor text, dimText, disabledText;
    QColor accent, accentHover, accentBackground, onAccent;
    QColor warning, warningBackground;  ///< editing, pending changes
    QColor marked, markedBackground;    ///< marked for deletion, failed
    QColor good;
    QColor series1, series2, series3, series4, seriesOther;
    QColor plotGrid;
    QColor placeholder;       ///< what a tile or cell shows while it loads
    QColor shadow;
    QColor imageBackdrop;     ///< around a picture in the viewer; the same in every theme, so that pictures look alike

    static const Theme& lightTheme();
    static const Theme& darkTheme();
    /// The theme that a palette made by makePalette() belongs to.
    static const Theme& of(const QPalette& palette);

    [[nodiscard]] QPalette makePalette() const;
};

}  // namespace zrecord::widgets
