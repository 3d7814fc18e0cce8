#include "widgets/theme/theme_manager.h"

#include <algorithm>

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>

#include "widgets/theme/fonts.h"
#include "widgets/theme/style_sheet.h"
#include "widgets/theme/workbench_style.h"

namespace zrecord::widgets {

ThemeManager::ThemeManager(QApplication& application, QObject* parent)
    : QObject(parent), m_application(application),
      // Qt 6.4 has no hint for the desktop's colour scheme; the palette it hands us before we change it does.
      m_systemIsDark(application.palette().color(QPalette::Window).lightness() < 128) {
    loadEmbeddedFonts();
    QApplication::setStyle(new WorkbenchStyle);
}

const Theme& ThemeManager::theme() const {
    const bool dark = m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && m_systemIsDark);
    return dark ? Theme::darkTheme() : Theme::lightTheme();
}

void ThemeManager::apply(ThemeChoice choice, int fontSize) {
    m_choice = choice;
    m_fontSize = std::clamp(fontSize, kSmallestFontSize, kLargestFontSize);
    QApplication::setFont(textFont(m_fontSize));
    QApplication::setPalette(theme().makePalette());
    m_application.setStyleSheet(makeStyleSheet(theme(), m_fontSize));
    Q_EMIT changed();
}

QString ThemeManager::choiceName(ThemeChoice choice) {
    switch (choice) {
        case ThemeChoice::Light: return QStringLiteral("light");
        case ThemeChoice::Dark: return QStringLiteral("dark");
        case ThemeChoice::System: break;
    }
    return QStringLiteral("system");
}

ThemeChoice ThemeManager::choiceFromName(QStringView name) {
    if (name == u"light")
        return ThemeChoice::Light;
    return name == u"dark" ? ThemeChoice::Dark : ThemeChoice::System;
}

}  // namespace zrecord::widgets
