#include "format/journal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>

#include "base/checksum.h"
#include "base/little_endian.h"

namespace zrecord {
namespace {

constexpr std::string_view kMagic = "ZRXJ0001";
constexpr std::uint16_t kRaggedPairs = 1;
constexpr std::uint16_t kBitmap = 2;
constexpr std::uint16_t kGroup = 4;

constexpr std::size_t kKindAt = 8;
constexpr std::size_t kFlagsAt = 10;
constexpr std::size_t kHeaderBytesAt = 12;
constexpr std::size_t kIdAt = 16;
constexpr std::size_t kBeforeAt = 32;
constexpr std::size_t kAfterAt = 64;
constexpr std::size_t kStoreChecksumAt = 96;
constexpr std::size_t kTargetsAt = 104;
constexpr std::size_t kGuardAt = 112;
constexpr std::size_t kBodyBytesAt = 120;
constexpr std::size_t kBodyChecksumAt = 128;
constexpr std::size_t kFilesAt = 136;
constexpr std::size_t kRemovalsAt = 144;
constexpr std::size_t kEntriesAt = 152;
constexpr std::size_t kMemberBytesAt = 160;
constexpr std::size_t kChecksumAt = 248;

constexpr std::size_t kFileBytes = 32;
constexpr std::size_t kRemovalBytes = 8;
constexpr std::size_t kEntryChangeBytes = 8 + kLocationEntryBytes;

std::uint64_t recordsBefore(const Journal& journal)
{
    return journal.before.length / (journal.raggedPairs ? 2 : 1);
}

bool bitmapIsShorter(const Journal& journal)
{
    return journal.targets.size() > recordsBefore(journal) / 64 + 1;
}

std::vector<std::byte> encodeTargets(const Journal& journal)
{
    std::vector<std::byte> body;
    if (bitmapIsShorter(journal)) {
        body.resize((recordsBefore(journal) + 7) / 8);
        for (const std::uint64_t target : journal.targets)
            body[target / 8] |= std::byte{1} << (target % 8);
        return body;
    }
    body.resize(journal.targets.size() * 8);
    for (std::size_t i = 0; i < journal.targets.size(); ++i)
        storeLittleEndian(body.data() + 8 * i, journal.targets[i]);
    return body;
}

void storeFileId(std::byte* at, const JournalFileId& id)
{
    storeLittleEndian(at, static_cast<std::uint32_t>(id.type));
    storeLittleEndian(at + 4, id.number);
}

std::vector<std::byte> encodeFiles(const Journal& journal)
{
    std::vector<std::byte> body(journal.files.size() * kFileBytes + journal.removals.size() * kRemovalBytes);
    std::byte* at = body.data();
    for (const JournalFile& file : journal.files) {
        storeFileId(at, file.id);
        storeLittleEndian(at + 8, file.bytes);
        storeLittleEndian(at + 16, file.checksum);
        at += kFileBytes;
    }
    for (const JournalFileId& id : journal.removals) {
        storeFileId(at, id);
        at += kRemovalBytes;
    }
    return body;
}

std::vector<std::byte> encodeEntries(const Journal& journal)
{
    std::vector<std::byte> body(journal.entries.size() * kEntryChangeBytes);
    std::byte* at = body.data();
    for (const EntryChange& change : journal.entries) {
        storeLittleEndian(at, change.physical);
        storeLocationEntry(at + 8, change.entry);
        at += kEntryChangeBytes;
    }
    return body;
}

/// Without the list of stores.
std::vector<std::byte> encodeWork(const Journal& journal)
{
    switch (journal.kind) {
    case JournalKind::Delete: return encodeTargets(journal);
    case JournalKind::Replace: return encodeFiles(journal);
    case JournalKind::Restore: break;
    }
    return encodeEntries(journal);
}

Status damaged(std::string what, std::size_t at)
{
    return Status(ErrorCode::BadFormat, "the journal is damaged: " + std::move(what)).withFile("journal", at);
}

Status readTargets(std::span<const std::byte> body, std::uint64_t count, Journal& journal)
{
    if (body.size() % 8 != 0 || body.size() / 8 != count)
        return damaged("the list of records has another length than its number of records", kTargetsAt);
    journal.targets.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        journal.targets[i] = loadLittleEndian<std::uint64_t>(body.data() + 8 * i);
        if (journal.targets[i] >= recordsBefore(journal) || (i > 0 && journal.targets[i] <= journal.targets[i - 1]))
            return damaged("the list of records is not ascending or leaves the store", kJournalHeaderBytes + 8 * i);
    }
    return {};
}

Status readBitmap(std::span<const std::byte> body, std::uint64_t count, Journal& journal)
{
    const std::uint64_t records = recordsBefore(journal);
    if (body.size() != records / 8 + (records % 8 != 0))
        return damaged("the bitmap of records has another length than the store", kTargetsAt);
    std::uint64_t set = 0;
    for (const std::byte byte : body)
        set += static_cast<std::uint64_t>(std::popcount(std::to_integer<unsigned char>(byte)));
    if (set != count || (records % 8 != 0 && (body.back() >> (records % 8)) != std::byte{0}))
        return damaged("the bitmap of records has another number of records", kTargetsAt);
    journal.targets.reserve(count);
    for (std::uint64_t record = 0; record < records; ++record)
        if ((body[record / 8] >> (record % 8) & std::byte{1}) != std::byte{0})
            journal.targets.push_back(record);
    return {};
}

Status readFileId(const std::byte* at, JournalFileId& id, std::size_t offset)
{
    const auto type = loadLittleEndian<std::uint32_t>(at);
    if (type != static_cast<std::uint32_t>(JournalFileType::Chunk) && type != static_cast<std::uint32_t>(JournalFileType::Location))
        return damaged("a kind of file is unknown", offset);
    id = {static_cast<JournalFileType>(type), loadLittleEndian<std::uint32_t>(at + 4)};
    return {};
}

Status readFiles(std::span<const std::byte> body, std::uint64_t files, std::uint64_t removals, Journal& journal)
{
    if (files > body.size() / kFileBytes || removals > body.size() / kRemovalBytes ||
        files * kFileBytes + removals * kRemovalBytes != body.size())
        return damaged("the list of files has another length than its number of files", kFilesAt);
    journal.files.resize(files);
    journal.removals.resize(removals);
    std::size_t at = 0;
    for (JournalFile& file : journal.files) {
        ZR_RETURN_IF_ERROR(readFileId(body.data() + at, file.id, kJournalHeaderBytes + at));
        file.bytes = loadLittleEndian<std::uint64_t>(body.data() + at + 8);
        file.checksum = loadLittleEndian<std::uint64_t>(body.data() + at + 16);
        at += kFileBytes;
    }
    for (JournalFileId& id : journal.removals) {
        ZR_RETURN_IF_ERROR(readFileId(body.data() + at, id, kJournalHeaderBytes + at));
        at += kRemovalBytes;
    }
    return {};
}

Status readEntries(std::span<const std::byte> body, std::uint64_t count, Journal& journal)
{
    const std::uint64_t perRecord = journal.raggedPairs ? 2 : 1;
    if (body.size() % kEntryChangeBytes != 0 || body.size() / kEntryChangeBytes != count || count % perRecord != 0)
        return damaged("the list of rows has another length than its number of rows", kEntriesAt);
    journal.entries.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        EntryChange& change = journal.entries[i];
        const std::byte* const at = body.data() + i * kEntryChangeBytes;
        change = {loadLittleEndian<std::uint64_t>(at), loadLocationEntry(at + 8)};
        const bool ascends = i == 0 || change.physical > journal.entries[i - 1].physical;
        const bool whole = i % perRecord == 0 ? change.physical % perRecord == 0 : change.physical == journal.entries[i - 1].physical + 1;
        if (change.physical >= journal.after.length || !ascends || !whole)
            return damaged("the list of rows is not ascending or leaves the store", kJournalHeaderBytes + i * kEntryChangeBytes);
    }
    return {};
}

Status readImages(std::span<const std::byte> bytes, Journal& journal)
{
    auto before = decodeMetaHeader(bytes.subspan(kBeforeAt, kMetaHeaderBytes));
    auto after = decodeMetaHeader(bytes.subspan(kAfterAt, kMetaHeaderBytes));
    if (!before.ok() || !after.ok())
        return damaged("it holds no valid headers", kBeforeAt);
    journal.before = *before;
    journal.after = *after;
    if (journal.before.codec != journal.after.codec || journal.before.reserved != journal.after.reserved)
        return damaged("its two headers do not belong together", kAfterAt);
    if (journal.raggedPairs && (journal.before.length % 2 != 0 || journal.after.length % 2 != 0))
        return damaged("a ragged store cannot have an odd number of entries", kBeforeAt);
    return {};
}

Status readMembers(std::span<const std::byte> bytes, Journal& journal)
{
    auto members = decodeGroupMembers(bytes);
    if (!members.ok())
        return damaged(std::string(members.status().what()), kMemberBytesAt);
    journal.members = std::move(members).value();
    const auto isThis = [&](const GroupMember& member) { return member.after == journal.after; };
    if (std::ranges::none_of(journal.members, isThis))
        return damaged("its list of stores does not hold its own", kMemberBytesAt);
    return {};
}

Status readBody(std::span<const std::byte> bytes, std::uint16_t flags, Journal& journal)
{
    std::span<const std::byte> body = bytes.subspan(kJournalHeaderBytes);
    const auto number = [&](std::size_t at) { return loadLittleEndian<std::uint64_t>(bytes.data() + at); };
    if ((flags & kGroup) != 0) {
        const std::uint64_t memberBytes = number(kMemberBytesAt);
        if (memberBytes > body.size())
            return damaged("the list of stores is longer than the journal", kMemberBytesAt);
        ZR_RETURN_IF_ERROR(readMembers(body.last(memberBytes), journal));
        body = body.first(body.size() - memberBytes);
    }
    if (journal.kind == JournalKind::Replace)
        return readFiles(body, number(kFilesAt), number(kRemovalsAt), journal);
    if (journal.kind == JournalKind::Restore && journal.after.length <= journal.before.length)
        return damaged("an undo makes the store longer, but its headers do not", kAfterAt);
    if (journal.kind == JournalKind::Restore)
        return readEntries(body, number(kEntriesAt), journal);
    const std::uint64_t count = number(kTargetsAt);
    if (count == 0 || count > recordsBefore(journal) ||
        journal.after.length != journal.before.length - count * (journal.raggedPairs ? 2 : 1))
        return damaged("the number of records does not fit the headers", kTargetsAt);
    return (flags & kBitmap) != 0 ? readBitmap(body, count, journal) : readTargets(body, count, journal);
}

}  // namespace

std::vector<std::byte> encodeJournal(const Journal& journal)
{
    std::vector<std::byte> body = encodeWork(journal);
    const std::vector<std::byte> members = encodeGroupMembers(journal.members);
    body.insert(body.end(), members.begin(), members.end());
    std::vector<std::byte> bytes(kJournalHeaderBytes + body.size());
    std::byte* const at = bytes.data();
    std::ranges::transform(kMagic, at, [](char c) { return static_cast<std::byte>(c); });
    storeLittleEndian(at + kKindAt, static_cast<std::uint16_t>(journal.kind));
    const bool bitmap = journal.kind == JournalKind::Delete && bitmapIsShorter(journal);
    const std::uint16_t flags = static_cast<std::uint16_t>((journal.raggedPairs ? kRaggedPairs : 0) | (bitmap ? kBitmap : 0) |
                                                           (journal.members.empty() ? 0 : kGroup));
    storeLittleEndian(at + kFlagsAt, flags);
    storeLittleEndian(at + kHeaderBytesAt, static_cast<std::uint32_t>(kJournalHeaderBytes));
    std::ranges::copy(journal.id, at + kIdAt);
    std::ranges::copy(encodeMetaHeader(journal.before), at + kBeforeAt);
    std::ranges::copy(encodeMetaHeader(journal.after), at + kAfterAt);
    storeLittleEndian(at + kStoreChecksumAt, journal.storeChecksum);
    storeLittleEndian(at + kTargetsAt, static_cast<std::uint64_t>(journal.targets.size()));
    storeLittleEndian(at + kGuardAt, journal.guard);
    storeLittleEndian(at + kBodyBytesAt, static_cast<std::uint64_t>(body.size()));
    storeLittleEndian(at + kBodyChecksumAt, checksumOf(body));
    storeLittleEndian(at + kFilesAt, static_cast<std::uint64_t>(journal.files.size()));
    storeLittleEndian(at + kRemovalsAt, static_cast<std::uint64_t>(journal.removals.size()));
    storeLittleEndian(at + kEntriesAt, static_cast<std::uint64_t>(journal.entries.size()));
    storeLittleEndian(at + kMemberBytesAt, static_cast<std::uint64_t>(members.size()));
    storeLittleEndian(at + kChecksumAt, checksumOf(std::span(bytes).first(kChecksumAt)));
    std::ranges::copy(body, at + kJournalHeaderBytes);
    return bytes;
}

Result<Journal> decodeJournal(std::span<const std::byte> bytes)
{
    if (bytes.size() < kJournalHeaderBytes)
        return damaged("it has " + std::to_string(bytes.size()) + " bytes, fewer than its header", 0);
    const std::byte* const at = bytes.data();
    if (!std::ranges::equal(kMagic, bytes.first(kMagic.size()), {}, [](char c) { return static_cast<std::byte>(c); }))
        return damaged("it does not begin with ZRXJ0001", 0);
    if (loadLittleEndian<std::uint64_t>(at + kChecksumAt) != checksumOf(bytes.first(kChecksumAt)))
        return damaged("the checksum of its header is wrong", kChecksumAt);
    const std::span<const std::byte> body = bytes.subspan(kJournalHeaderBytes);
    if (loadLittleEndian<std::uint64_t>(at + kBodyBytesAt) != body.size())
        return damaged("its body has another length than its header says", kBodyBytesAt);
    if (loadLittleEndian<std::uint64_t>(at + kBodyChecksumAt) != checksumOf(body))
        return damaged("the checksum of its body is wrong", kBodyChecksumAt);

    Journal journal;
    const auto kind = loadLittleEndian<std::uint16_t>(at + kKindAt);
    const auto flags = loadLittleEndian<std::uint16_t>(at + kFlagsAt);
    if (kind < static_cast<std::uint16_t>(JournalKind::Delete) || kind > static_cast<std::uint16_t>(JournalKind::Restore))
        return damaged("kind " + std::to_string(kind) + " is unknown", kKindAt);
    journal.kind = static_cast<JournalKind>(kind);
    journal.raggedPairs = (flags & kRaggedPairs) != 0;
    std::copy_n(at + kIdAt, journal.id.size(), journal.id.begin());
    ZR_RETURN_IF_ERROR(readImages(bytes, journal));
    journal.storeChecksum = loadLittleEndian<std::uint64_t>(at + kStoreChecksumAt);
    journal.guard = loadLittleEndian<std::uint64_t>(at + kGuardAt);
    ZR_RETURN_IF_ERROR(readBody(bytes, flags, journal));
    // Reserved bytes, unknown flags, fields of the other kind: whatever this version would not write, it does not follow.
    const auto again = encodeJournal(journal);
    if (!std::ranges::equal(again, bytes))
        return damaged("it has fields that this version does not know", kFlagsAt);
    return journal;
}

}  // namespace zrecord
