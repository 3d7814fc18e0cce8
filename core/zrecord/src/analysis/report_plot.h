#pragma once

#include <string>

#include "zrecord/laboratory/html_report.h"

namespace zrecord {

/// A plot as an <svg> element whose colours are classes of the page: axes with few ticks, the series, their names.
std::string plotSvg(const ReportPlot& plot);

/// For text of an element or an attribute.
std::string htmlText(std::string_view text);

}  // namespace zrecord
