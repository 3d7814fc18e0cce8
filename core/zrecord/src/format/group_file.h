#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "format/meta_header.h"

namespace zrecord {

/// One store of a change that several stores of one folder make as one.
struct GroupMember {
    std::string name;  ///< of the store's folder
    MetaHeader after;  ///< its header once the change is made
    friend bool operator==(const GroupMember&, const GroupMember&) = default;
};

/// The file beside those stores whose presence decides the change for all of them. Layout in docs/format/journal_format.md.
struct GroupFile {
    JournalId id{};                    ///< that of every member's journal and fence
    std::vector<GroupMember> members;  ///< ascending by name
    friend bool operator==(const GroupFile&, const GroupFile&) = default;
};

inline constexpr char kGroupFilePrefix[] = ".zrx-group-";

std::vector<std::byte> encodeGroupMembers(std::span<const GroupMember> members);
/// BadFormat unless these are at least two plain folder names, ascending: nothing that leaves the parent folder.
Result<std::vector<GroupMember>> decodeGroupMembers(std::span<const std::byte> bytes);

std::vector<std::byte> encodeGroupFile(const GroupFile& group);
/// BadFormat unless every byte is as encodeGroupFile() wrote it.
Result<GroupFile> decodeGroupFile(std::span<const std::byte> bytes);

}  // namespace zrecord
