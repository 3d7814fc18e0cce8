#include "format/group_file.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/checksum.h"
#include "base/little_endian.h"

namespace zrecord {
namespace {

constexpr std::string_view kMagic = "ZRXG0001";
constexpr std::size_t kIdAt = 8;
constexpr std::size_t kMembersAt = 32;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::size_t kLongestName = 255;

Status damaged(const char* what)
{
    return Status(ErrorCode::BadFormat, what);
}

bool isPlainName(std::string_view name)
{
    return !name.empty() && name.size() <= kLongestName && name != "." && name != ".." &&
           name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

}  // namespace

std::vector<std::byte> encodeGroupMembers(std::span<const GroupMember> members)
{
    std::vector<std::byte> bytes;
    for (const GroupMember& member : members) {
        const std::size_t at = bytes.size();
        bytes.resize(at + 2 + member.name.size() + kMetaHeaderBytes);
        std::byte* out = bytes.data() + at;
        storeLittleEndian(out, static_cast<std::uint16_t>(member.name.size()));
        out = std::ranges::transform(member.name, out + 2, [](char c) { return static_cast<std::byte>(c); }).out;
        std::ranges::copy(encodeMetaHeader(member.after), out);
    }
    return bytes;
}

Result<std::vector<GroupMember>> decodeGroupMembers(std::span<const std::byte> bytes)
{
    std::vector<GroupMember> members;
    while (!bytes.empty()) {
        const std::size_t length = bytes.size() < 2 ? 0 : loadLittleEndian<std::uint16_t>(bytes.data());
        if (bytes.size() < 2 + length + kMetaHeaderBytes)
            return damaged("the list of stores is cut off");
        GroupMember member;
        for (const std::byte byte : bytes.subspan(2, length))
            member.name += static_cast<char>(byte);
        if (!isPlainName(member.name) || (!members.empty() && member.name <= members.back().name))
            return damaged("the list of stores holds a name that is none, or twice");
        auto after = decodeMetaHeader(bytes.subspan(2 + length, kMetaHeaderBytes));
        if (!after.ok())
            return damaged("the list of stores holds a header that is none");
        member.after = *after;
        members.push_back(std::move(member));
        bytes = bytes.subspan(2 + length + kMetaHeaderBytes);
    }
    if (members.size() < 2)
        return damaged("the list of stores names fewer than two");
    return members;
}

std::vector<std::byte> encodeGroupFile(const GroupFile& group)
{
    const std::vector<std::byte> members = encodeGroupMembers(group.members);
    std::vector<std::byte> bytes(kMembersAt + members.size() + kChecksumBytes);
    const std::span<std::byte> checked = std::span(bytes).first(kMembersAt + members.size());
    std::ranges::transform(kMagic, checked.begin(), [](char c) { return static_cast<std::byte>(c); });
    std::ranges::copy(group.id, checked.begin() + kIdAt);
    std::ranges::copy(members, checked.begin() + kMembersAt);
    storeLittleEndian(bytes.data() + checked.size(), checksumOf(checked));
    return bytes;
}

Result<GroupFile> decodeGroupFile(std::span<const std::byte> bytes)
{
    if (bytes.size() < kMembersAt + kChecksumBytes)
        return damaged("the file that decides a change of several stores is too short");
    GroupFile group;
    std::ranges::copy(bytes.subspan(kIdAt, group.id.size()), group.id.begin());
    ZR_ASSIGN_OR_RETURN(group.members, decodeGroupMembers(bytes.first(bytes.size() - kChecksumBytes).subspan(kMembersAt)));
    if (!std::ranges::equal(encodeGroupFile(group), bytes))
        return damaged("the file that decides a change of several stores is damaged");
    return group;
}

}  // namespace zrecord
