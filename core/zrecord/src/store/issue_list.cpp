#include "store/issue_list.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace zrecord {

void IssueList::add(std::string_view kind, IssueSeverity severity, const Status& fault)
{
    const std::lock_guard guard(m_mutex);
    ++m_count;
    if (m_issues.size() >= m_limit)
        return;
    StoreIssue issue;
    issue.severity = severity;
    issue.kind = kind;
    issue.message = fault.what();
    issue.file = fault.file();
    issue.offset = fault.offset().value_or(0);
    issue.hasRecord = fault.record().has_value();
    issue.record = fault.record().value_or(0);
    m_issues.push_back(std::move(issue));
}

void IssueList::moveTo(VerifyReport& report)
{
    const std::lock_guard guard(m_mutex);
    const auto key = [](const StoreIssue& issue) { return std::tie(issue.record, issue.file, issue.offset, issue.kind); };
    std::ranges::sort(m_issues, [&](const StoreIssue& a, const StoreIssue& b) { return key(a) < key(b); });
    report.issues = std::move(m_issues);
    report.issueCount = m_count;
}

}  // namespace zrecord
