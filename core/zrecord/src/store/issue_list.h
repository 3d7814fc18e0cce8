#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/status.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// Collects findings of several threads: all are counted, the first `limit` are kept.
class IssueList {
public:
    explicit IssueList(std::uint64_t limit) : m_limit(limit) {}

    /// `fault` brings message, file, offset and record.
    void add(std::string_view kind, IssueSeverity severity, const Status& fault);
    /// In the order of records, then of places.
    void moveTo(VerifyReport& report);

private:
    std::uint64_t m_limit;
    std::mutex m_mutex;
    std::vector<StoreIssue> m_issues;
    std::uint64_t m_count = 0;
};

}  // namespace zrecord
