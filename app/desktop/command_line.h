#pragma once

#include <optional>

#include <QSize>
#include <QString>
#include <QStringList>

#include "workbench/settings/workbench_settings.h"

namespace zrecord::desktop {

/// What the arguments of zrecord-workbench ask for.
struct CommandLine {
    QStringList paths;
    QString screenshot;  ///< file to write; empty = an ordinary window
    QString scenario;
    QString measure;     ///< file for a table of measurements, "-" for the standard output; empty = none
    QString stateReport;  ///< file that says what the window shows; empty = none
    QSize size;          ///< empty = the saved or default size
    std::optional<workbench::ThemeChoice> theme;
    QString output;      ///< text to print instead of opening a window: help, version, scenarios
    QString error;       ///< usage error in one sentence; nothing else counts then
};

/// `arguments` with the program's name first. Needs no application object.
[[nodiscard]] CommandLine parseCommandLine(const QStringList& arguments);

}  // namespace zrecord::desktop
