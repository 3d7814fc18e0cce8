#pragma once

#include <optional>
#include <string>

#include "zrecord/dictionary_tuning.h"
#include "zrecord/export.h"
#include "zrecord/laboratory/html_report.h"
#include "zrecord/sampler_report.h"

namespace zrecord {

// Reports as pages. `command` is what measures it again.

ZRECORD_EXPORT HtmlReport samplerPage(const SamplerReport& report, const std::optional<LocalityFigures>& locality, std::string command);
ZRECORD_EXPORT HtmlReport tunePage(const TuneReport& report, const std::string& store, std::string command);

}  // namespace zrecord
