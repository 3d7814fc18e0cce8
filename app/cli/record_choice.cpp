#include "record_choice.h"

#include <algorithm>
#include <cerrno>
#include <fstream>

#include "text_layout.h"

namespace zrecord::cli {
namespace {

/// Runs of neighbouring indices become one range: index files of millions of lines stay small.
void addMerged(std::vector<IndexRange>& ranges, const IndexRange& range)
{
    if (!ranges.empty() && range.count == 1) {
        IndexRange& last = ranges.back();
        if (last.step == 1 && range.start == last.start + last.count) {
            ++last.count;
            return;
        }
    }
    if (range.count != 0)
        ranges.push_back(range);
}

/// Which store has no such record, and which ones it has.
Status outsideNamed(const Status& status, std::uint64_t length, std::string_view store)
{
    if (status.code() != ErrorCode::OutOfRange)
        return status;
    const std::string last = groupedCount(length == 0 ? 0 : length - 1);
    return Status(status.code(), std::string(status.what()))
        .withStore(store)
        .withRemedy(length == 0 ? "The store holds no records." : "Its records are 0 to " + last + "; -1 counts from the end.");
}

}  // namespace

void RecordChoice::declare(ArgumentParser& parser, std::string help)
{
    parser.positionals("RECORDS", m_selectors, std::move(help));
    parser.option("-i,--indices", m_indexFile, "FILE", "Take indices or slices from FILE, one on each line; '-' is standard input.");
}

void RecordChoice::declareOptions(ArgumentParser& parser)
{
    parser.option("--only", m_selectors, "RECORDS", "Only these records, an index or a slice (:1000, 5000:); may be given several times.");
    parser.option("--only-from", m_indexFile, "FILE", "Only the records in FILE, an index or a slice on each line; '-' is standard input.");
}

Result<std::vector<IndexRange>> RecordChoice::resolve(std::uint64_t length, std::string_view store, Session& session) const
{
    std::vector<IndexRange> ranges;
    if (isEmpty()) {
        addMerged(ranges, IndexRange{0, length, 1});
        return ranges;
    }
    for (const std::string& selector : m_selectors) {
        const Result<IndexRange> range = parseSelector(selector, length);
        if (!range)
            return outsideNamed(range.status(), length, store);
        addMerged(ranges, *range);
    }
    if (m_indexFile)
        if (const Status status = addFromFile(ranges, length, session); !status.ok())
            return outsideNamed(status, length, store);
    return ranges;
}

Status RecordChoice::addFromFile(std::vector<IndexRange>& ranges, std::uint64_t length, Session& session) const
{
    std::string line;
    std::uint64_t number = 0;
    if (*m_indexFile == "-") {
        for (;;) {
            ZR_ASSIGN_OR_RETURN(const bool any, session.in().readLine(line));
            if (!any)
                return {};
            ZR_RETURN_IF_ERROR(addLine(ranges, length, line, ++number));
        }
    }
    std::ifstream file(*m_indexFile);
    const auto cannotBeRead = [this](int error) {
        return Status::fromErrno(error, "the index file '" + *m_indexFile + "' cannot be read").withRemedy("Check its path and permissions.");
    };
    if (!file)
        return cannotBeRead(errno);
    while (std::getline(file, line))
        ZR_RETURN_IF_ERROR(addLine(ranges, length, line, ++number));
    // The end of the file and a file that cannot be read on look alike to getline(); a part of a list would be the wrong list.
    if (file.bad())
        return cannotBeRead(errno);
    return {};
}

Status RecordChoice::addLine(std::vector<IndexRange>& ranges, std::uint64_t length, std::string_view line, std::uint64_t number) const
{
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos || line[begin] == '#')
        return {};
    Result<IndexRange> range = parseSelector(line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1), length);
    if (!range) {
        const Status failure = std::move(range).status();
        const std::string source = *m_indexFile == "-" ? "standard input" : *m_indexFile;
        return Status(failure.code(), source + ", line " + std::to_string(number) + ": " + std::string(failure.what())).withRemedy(failure.remedy());
    }
    addMerged(ranges, *range);
    return {};
}

std::uint64_t recordCount(const std::vector<IndexRange>& ranges)
{
    std::uint64_t total = 0;
    for (const IndexRange& range : ranges)
        total += range.count;
    return total;
}

std::vector<std::uint64_t> IndexStream::next(std::uint64_t most)
{
    std::vector<std::uint64_t> indices;
    while (indices.size() < most && m_range < m_ranges.size()) {
        const IndexRange& range = m_ranges[m_range];
        const std::uint64_t take = std::min<std::uint64_t>(most - indices.size(), range.count - m_taken);
        for (std::uint64_t i = 0; i < take; ++i)
            indices.push_back(range.start + (m_taken + i) * static_cast<std::uint64_t>(range.step));
        m_taken += take;
        if (m_taken == range.count) {
            ++m_range;
            m_taken = 0;
        }
    }
    return indices;
}

}  // namespace zrecord::cli
