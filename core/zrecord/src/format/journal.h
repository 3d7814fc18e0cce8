#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "format/group_file.h"
#include "format/location_entry.h"
#include "format/meta_header.h"

namespace zrecord {

inline constexpr std::size_t kJournalHeaderBytes = 256;

enum class JournalKind : std::uint16_t {
    Delete = 1,  ///< records are removed: the table is patched and gets shorter
    Replace = 2,  ///< all chunk and loc files are exchanged for new ones
    Restore = 3   ///< a delete is undone: rows of the table are written and it gets longer
};

enum class JournalFileType : std::uint32_t { Chunk = 1, Location = 2 };

/// A file of the store, by what it is: a journal holds no names, so no path can come out of one.
struct JournalFileId {
    JournalFileType type = JournalFileType::Chunk;
    std::uint32_t number = 0;
    friend bool operator==(const JournalFileId&, const JournalFileId&) = default;
};

/// A new file that takes its place in the store.
struct JournalFile {
    JournalFileId id;
    std::uint64_t bytes = 0;
    std::uint64_t checksum = 0;  ///< XXH3-64 of the whole file
    friend bool operator==(const JournalFile&, const JournalFile&) = default;
};

/// What a change is going to do, so that whoever finds it half done can finish it. Layout in docs/format/journal_format.md.
struct Journal {
    JournalKind kind = JournalKind::Delete;
    bool raggedPairs = false;  ///< each target stands for entries 2i and 2i + 1
    JournalId id{};
    MetaHeader before;
    MetaHeader after;
    std::uint64_t storeChecksum = 0;          ///< XXH3-64 of store.zr: the journal belongs to this store
    std::uint64_t guard = 0;                  ///< Delete: XXH3-64 of the entries that move
    std::vector<std::uint64_t> targets;       ///< Delete: logical records, ascending
    std::vector<JournalFile> files;           ///< Replace
    std::vector<JournalFileId> removals;      ///< Replace: files of the store that the new state does not have
    std::vector<EntryChange> entries;         ///< Restore: ascending, whole logical records
    std::vector<GroupMember> members;         ///< all stores that change as one, this one among them; empty: this one alone

    friend bool operator==(const Journal&, const Journal&) = default;
};

/// The targets become a bitmap where that is shorter.
std::vector<std::byte> encodeJournal(const Journal& journal);

/// From all bytes of the file. BadFormat unless every byte is as encodeJournal() wrote it: torn and altered journals are
/// refused as a whole. Nothing is allocated on the word of a number that was not checked against the file first.
Result<Journal> decodeJournal(std::span<const std::byte> bytes);

}  // namespace zrecord
