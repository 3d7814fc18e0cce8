#include "store/issue_list.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace zrecord {

void IssueList::add(std::string_view kind, IssueSeverity severity, const Status& fault, std::optional<std::uint64_t> otherRecord)
{
    const std::lock_guard guard(m_mutex);
    ++m_count;
    if (m_issues.size() >= m_limit && !m_observer)
        return;
    StoreFinding issue;
    issue.severity = severity;
    issue.kind = kind;
    issue.message = fault.what();
    issue.file = fault.file();
    issue.offset = fault.offset().value_or(0);
    issue.hasRecord = fault.record().has_value();
    issue.record = fault.record().value_or(0);
    issue.hasOther = otherRecord.has_value();
    issue.otherRecord = otherRecord.value_or(0);
    if (m_observer)
        m_observer(issue);
    if (m_issues.size() < m_limit)
        m_issues.push_back(std::move(issue));
}

std::uint64_t IssueList::count() const
{
    const std::lock_guard guard(m_mutex);
    return m_count;
}

void IssueList::restore(std::vector<StoreFinding> issues, std::uint64_t count)
{
    const std::lock_guard guard(m_mutex);
    m_issues = std::move(issues);
    m_count = count;
}

std::vector<StoreFinding> IssueList::snapshot() const
{
    const std::lock_guard guard(m_mutex);
    return m_issues;
}

void IssueList::moveTo(CheckReport& report)
{
    const std::lock_guard guard(m_mutex);
    const auto key = [](const StoreFinding& issue) { return std::tie(issue.record, issue.file, issue.offset, issue.kind); };
    std::ranges::sort(m_issues, [&](const StoreFinding& a, const StoreFinding& b) { return key(a) < key(b); });
    report.issues = std::move(m_issues);
    report.issueCount = m_count;
}

}  // namespace zrecord
