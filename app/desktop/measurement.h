#pragma once

class QApplication;

namespace zrecord::desktop {

struct CommandLine;

/// Opens the stores of the command line off-screen one after the other, or the sample and a sparse store of 2^33 records, and
/// works each of them as a person would: scrolls the grid and the table, jumps, selects, filters, and cancels. Writes how long the GUI
/// thread took from each input to the finished picture into line.measure as a table in Markdown; "-" is the standard output. The exit
/// status: 0, or 1 when a store could not be opened or the file not be written.
int measureFluency(QApplication& application, const CommandLine& line);

}  // namespace zrecord::desktop
