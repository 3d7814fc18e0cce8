#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zrecord/sampler_report.h"

namespace zrecord::cli {

class JsonWriter;

/// Everything that 'zr sampler' found out.
struct SamplerFindings {
    SamplerReport report;
    std::optional<LocalityFigures> locality;  ///< with a store
    std::optional<std::uint64_t> record;      ///< the one that was asked for
    std::vector<RecordVisit> recordVisits;
    std::optional<UnseenRecords> unseen;
};

/// Lines of "name   value", then the answers to the questions.
std::string samplerText(const SamplerFindings& findings);
/// One object with the keys that the manual lists.
std::string samplerJson(const SamplerFindings& findings, bool withDots);

}  // namespace zrecord::cli
