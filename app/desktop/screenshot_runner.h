#pragma once

class QApplication;

namespace zrecord::desktop {

struct CommandLine;

/// Before the QApplication is made: off-screen platform, scale 1, fixed locale, so that every picture is alike.
void prepareOffscreen();

/// Plays the scenario with settings of its own, waits until the window does not change any more, and writes the picture.
/// Returns the exit status: 0, or 1 with a sentence on standard error.
int takeScreenshot(QApplication& application, const CommandLine& line);

}  // namespace zrecord::desktop
