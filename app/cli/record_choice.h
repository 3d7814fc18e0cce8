#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argument_parser.h"
#include "session.h"
#include "zrecord/record_selection.h"

namespace zrecord::cli {

/// Which records a command line names: selectors, a file of them, or both; all when there is none.
class RecordChoice {
public:
    /// Declares the positional RECORDS and the option --indices.
    void declare(ArgumentParser& parser, std::string help);
    /// Declares the options --only and --only-from in their place.
    void declareOptions(ArgumentParser& parser);
    [[nodiscard]] bool isEmpty() const { return m_selectors.empty() && !m_indexFile; }

    /// Ranges for the store or set `store` of `length` records, in the order given. Errors name the selector, from a file
    /// its line, and the store with the indices it has.
    [[nodiscard]] Result<std::vector<IndexRange>> resolve(std::uint64_t length, std::string_view store, Session& session) const;

private:
    Status addFromFile(std::vector<IndexRange>& ranges, std::uint64_t length, Session& session) const;
    Status addLine(std::vector<IndexRange>& ranges, std::uint64_t length, std::string_view line, std::uint64_t number) const;

    std::vector<std::string> m_selectors;
    std::optional<std::string> m_indexFile;
};

std::uint64_t recordCount(const std::vector<IndexRange>& ranges);

/// Hands out the indices of many ranges a few at a time, so that no list of all of them is needed.
class IndexStream {
public:
    explicit IndexStream(std::vector<IndexRange> ranges) : m_ranges(std::move(ranges)) {}
    /// Up to `most` indices; empty at the end.
    std::vector<std::uint64_t> next(std::uint64_t most);

private:
    std::vector<IndexRange> m_ranges;
    std::size_t m_range = 0;
    std::uint64_t m_taken = 0;
};

}  // namespace zrecord::cli
