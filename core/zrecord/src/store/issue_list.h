#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/maintenance/check_report.h"
#include "zrecord/status.h"

namespace zrecord {

/// Collects findings of several threads: all are counted, the first `limit` are kept.
class IssueList {
public:
    explicit IssueList(std::uint64_t limit) : m_limit(limit) {}

    /// Is told of every finding, kept or not; one call at a time. Set it before the first one.
    void observe(std::function<void(const StoreFinding&)> observer) { m_observer = std::move(observer); }
    /// `fault` brings message, file, offset and record.
    void add(std::string_view kind, IssueSeverity severity, const Status& fault, std::optional<std::uint64_t> otherRecord = std::nullopt);
    [[nodiscard]] std::uint64_t count() const;
    /// Takes findings of an earlier run over.
    void restore(std::vector<StoreFinding> issues, std::uint64_t count);
    [[nodiscard]] std::vector<StoreFinding> snapshot() const;
    /// In the order of records, then of places.
    void moveTo(CheckReport& report);

private:
    std::uint64_t m_limit;
    std::function<void(const StoreFinding&)> m_observer;
    mutable std::mutex m_mutex;
    std::vector<StoreFinding> m_issues;
    std::uint64_t m_count = 0;
};

}  // namespace zrecord
