#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/dtype.h"
#include "zrecord/export.h"
#include "zrecord/record_facts.h"
#include "zrecord/record_selection.h"
#include "zrecord/result.h"
#include "zrecord/shape.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// What an expression may name: the streams of a document.
struct FilterSchema {
    struct Stream {
        std::string name;       ///< empty for a single store
        StoreKind kind = StoreKind::Dense;
        DType dtype;
        Shape itemShape;        ///< dense only
        std::vector<std::string> valueNames;  ///< name of value i, such as the lines of label.names.txt; may be empty
    };
    /// Records that somebody has put together: those of one tag, or those that are marked.
    struct RecordSet {
        std::string name;
        std::shared_ptr<const std::vector<IndexRange>> records;  ///< ascending, not touching, step 1; none when null
    };
    std::vector<Stream> streams;
    std::vector<RecordSet> tags;  ///< asked for as tag == "name"
    std::vector<RecordSet> sets;  ///< asked for by their name: marked, reviewed
    std::size_t main = 0;       ///< whose facts stand without a stream's name: std, shape[0]
};

/// Where an expression is wrong: characters begin … end − 1, end may be one past the text.
struct FilterFault {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string what;  ///< "a value is expected"
};

/// One record as an expression sees it: its index and, by stream, the facts and shape (a stream that is not needed may lack).
struct FilterRow {
    std::uint64_t index = 0;
    std::span<const RecordFacts* const> facts;
    std::span<const std::span<const std::uint64_t>> shapes;
};

/// A filter such as `std < 0.01 and shape[0] > 64 or label == 7`, checked and ready to be asked about records.
///
/// Values: whole and decimal numbers, "names" of values, and
///   index                                        number of the record
///   min max mean std nan inf                     statistics of the main stream; nan and inf count
///   value                                        its only element
///   elements ndim shape[0] shape[-1]             its size and axes; an axis that is not there compares false
///   bytes stored ratio                           in memory, in the files, and the first by the second
///   NAME  NAME.std  NAME.shape[0] …              the value, and the facts, of another stream
///   unreadable  NAME.unreadable                  true for damaged records
///   tag == "NAME"   tag in ["A", "B"]            records of a tag, and of one of several, where the schema has tags
///   SET                                          true for the records of a set of the schema, such as marked
/// Operators, weakest first: or, and, not, comparisons (== != < <= > >=, chained as in 1 < std < 5, and in [1, 2]),
/// + -, * / %, unary -, abs(). Words may be in any case. A comparison with NaN is false, != is true.
///
/// Immutable, cheap to copy; matches() may run in several threads.
class ZRECORD_EXPORT RecordFilter {
public:
    /// Matches every record.
    RecordFilter();
    /// InvalidArgument names what is wrong and the character; `fault` says the same for a window.
    static Result<RecordFilter> compile(std::string_view text, const FilterSchema& schema, FilterFault* fault = nullptr);
    /// The same language for a number, to sort by or to show: `std`, `abs(mean - 128)`. Only evaluate() may be asked.
    static Result<RecordFilter> compileNumber(std::string_view text, const FilterSchema& schema, FilterFault* fault = nullptr);
    /// Everything that may be named, for completion.
    static std::vector<std::string> names(const FilterSchema& schema);

    [[nodiscard]] const std::string& text() const noexcept;
    [[nodiscard]] bool matchesAll() const noexcept;
    /// What has to be known of a stream; nothing = the stream is not looked at.
    [[nodiscard]] std::optional<FactNeeds> needs(std::size_t stream) const;
    /// True when `unreadable` is asked for; otherwise a damaged record of a needed stream matches nothing.
    [[nodiscard]] bool asksUnreadable() const noexcept;
    [[nodiscard]] bool matches(const FilterRow& row) const;
    /// NaN for a damaged record.
    [[nodiscard]] double evaluate(const FilterRow& row) const;

private:
    struct Program;
    static Result<RecordFilter> compileAs(bool number, std::string_view text, const FilterSchema& schema, FilterFault* fault);
    [[nodiscard]] bool isKnown(const FilterRow& row) const;
    explicit RecordFilter(std::shared_ptr<const Program> program);
    std::shared_ptr<const Program> m_program;
};

}  // namespace zrecord
