#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>

#include <zrecord/result.h>

#include "workbench/curate/record_tags.h"

namespace zrecord::workbench {

class StreamSet;

/// The hash of a tagged record at the time of saving, by which a store that changed behind our back is noticed.
struct TagWitness {
    std::uint64_t record = 0;
    std::uint64_t hash = 0;  ///< RecordFacts::hash of the first stream
    friend bool operator==(const TagWitness&, const TagWitness&) = default;
};

/// What the side-car of a store holds: a JSON file beside its folder, "<folder>.tags.json". Record numbers alone would go
/// wrong with every swap-last deletion, so that it also says of which records they speak.
struct TagState {
    std::vector<Tag> tags;
    RecordRanges reviewed;
    std::uint64_t records = 0;         ///< of the store when this was saved
    std::vector<TagWitness> witnesses;
    /// Written before a removal begins: if the store is shorter by exactly so many, it has happened.
    RecordRanges removing;

    [[nodiscard]] bool isEmpty() const noexcept { return tags.empty() && reviewed.isEmpty(); }
    friend bool operator==(const TagState&, const TagState&) = default;
};

/// Any thread; files are read and written by whoever calls.
namespace tag_file {

/// Where the side-car of a store or set lies.
[[nodiscard]] QString pathFor(const QString& documentPath);
[[nodiscard]] QByteArray encode(const TagState& state);
/// InvalidArgument: no JSON, another format, or numbers out of order.
[[nodiscard]] Result<TagState> decode(const QByteArray& json);

/// NotFound when there is none.
[[nodiscard]] Result<TagState> read(const QString& path);
/// As a whole or not at all. IoError.
[[nodiscard]] Status write(const QString& path, const TagState& state);

/// Up to kWitnesses tagged records, spread over all of them, with their hashes.
[[nodiscard]] Result<std::vector<TagWitness>> witnesses(const StreamSet& streams, const std::vector<Tag>& tags);
/// The state as it is true of the store now: after a removal that it announced, moved along; unchanged when only records were
/// appended. WrongKind when the tagged records are no longer what they were.
[[nodiscard]] Result<TagState> matched(TagState state, const StreamSet& streams);
constexpr std::size_t kWitnesses = 256;

}  // namespace tag_file

}  // namespace zrecord::workbench
