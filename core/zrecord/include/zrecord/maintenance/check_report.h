#pragma once

#include <cstdint>
#include <vector>

#include "zrecord/store_stats.h"

namespace zrecord {

/// A finding that may name two records.
struct StoreFinding : StoreIssue {
    bool hasOther = false;
    std::uint64_t otherRecord = 0;  ///< the record whose bytes it shares; only with hasOther
};

struct CheckSettings : VerifyOptions {
    bool stopAtFirst = false;  ///< ends with the first fault that is found and reports that one alone
    /// For the search for records that share bytes, 24 bytes an entry; a table that does not fit is read several times.
    std::uint64_t memoryBytes = std::uint64_t{256} << 20;
};

struct CheckReport {
    std::uint64_t recordsChecked = 0;
    std::uint64_t bytesChecked = 0;  ///< stored bytes decoded
    std::uint64_t sumsCompared = 0;  ///< records whose stored bytes were compared with a checksum that was noted of them
    std::uint64_t sumsNoted = 0;     ///< records of which one was noted
    std::uint64_t issueCount = 0;    ///< may exceed issues.size()
    bool complete = true;            ///< false: ended before everything was looked at
    std::vector<StoreFinding> issues;
    [[nodiscard]] bool clean() const noexcept { return issueCount == 0; }
};

}  // namespace zrecord
