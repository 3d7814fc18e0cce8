#include <algorithm>
#include <vector>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "format/journal.h"
#include "format/location_entry.h"
#include "format/meta_header.h"
#include "format/store_description.h"
#include "fuzz/fuzz_targets.h"
#include "maintenance/backup_manifest.h"
#include "maintenance/verify_state.h"
#include "store/entry_check.h"

namespace zrecord::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

std::uint64_t checksumOf(std::span<const std::byte> bytes)
{
    StreamChecksum checksum;
    checksum.add(bytes);
    return checksum.value();
}

/// The input with right checksums, so that what lies behind them is reached.
Bytes withJournalChecksums(std::span<const std::byte> input)
{
    Bytes bytes(input.begin(), input.end());
    if (bytes.size() < kJournalHeaderBytes)
        return bytes;
    storeLittleEndian<std::uint64_t>(bytes.data() + 120, bytes.size() - kJournalHeaderBytes);
    storeLittleEndian(bytes.data() + 128, checksumOf(std::span(bytes).subspan(kJournalHeaderBytes)));
    storeLittleEndian(bytes.data() + 248, checksumOf(std::span(bytes).first(248)));
    return bytes;
}

void tryJournal(std::span<const std::byte> bytes)
{
    const auto journal = decodeJournal(bytes);
    if (journal.ok())
        require(std::ranges::equal(encodeJournal(*journal), bytes), "a journal that is accepted is the one that is written");
}

}  // namespace

void fuzzHeaders(std::span<const std::byte> input)
{
    if (const auto header = decodeMetaHeader(input); header.ok())
        require(decodeMetaHeader(encodeMetaHeader(*header)).value() == *header, "a header survives writing");
    if (const auto fence = decodeFence(input); fence.ok())
        require(isFence(encodeFence(fence->header, fence->journal)), "a fence is a fence");
    for (std::size_t at = 0; at + kLocationEntryBytes + 8 <= input.size(); at += kLocationEntryBytes) {
        const LocationEntry entry = loadLocationEntry(input.data() + at);
        const auto tail = loadLittleEndian<std::uint32_t>(input.data() + at + kLocationEntryBytes);
        const auto offset = loadLittleEndian<std::uint32_t>(input.data() + at + kLocationEntryBytes + 4);
        if (locationEntryFault(entry, tail, offset, 0) == nullptr)
            require(entry.chunk <= tail && entry.end() <= (std::uint64_t{1} << 32) && entry.physLength > 0 && entry.logicLength > 0,
                    "an entry that is followed lies inside its chunk");
    }
}

void fuzzDescription(std::span<const std::byte> input)
{
    const auto description = decodeStoreDescription(input);
    if (!description.ok())
        return;
    const auto bytes = encodeStoreDescription(*description);
    if (!bytes.ok())
        return;
    const auto again = decodeStoreDescription(*bytes);
    require(again.ok() && encodeStoreDescription(*again).value() == *bytes, "a description survives writing");
    require(description->dtype.str() == again->dtype.str() && description->itemShape == again->itemShape, "a description means the same");
}

void fuzzJournal(std::span<const std::byte> input)
{
    tryJournal(input);
    tryJournal(withJournalChecksums(input));
}

void fuzzShape(std::span<const std::byte> input)
{
    if (input.size() < 24)
        return;
    const std::uint64_t itemSize = loadLittleEndian<std::uint16_t>(input.data()) + 1U;
    const auto payload = loadLittleEndian<std::uint64_t>(input.data() + 8);
    const std::span<const std::byte> shape = input.subspan(16);
    if (shape.size() > UINT32_MAX || !mayBeShapeSize(static_cast<std::uint32_t>(shape.size())))
        return;
    if (checkShape(shape, itemSize, payload).ok())
        require(payload <= kLargestRecord && payload % itemSize == 0, "a shape that is accepted has a size");
}

void fuzzSideFiles(std::span<const std::byte> input)
{
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    std::string body(text);
    // A list with the right last line.
    const std::string whole = encodeManifest({});
    body = whole.substr(0, 9) + body;
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string checksum;
    const std::uint64_t number = checksumOf(std::as_bytes(std::span(body)));
    for (int shift = 60; shift >= 0; shift -= 4)
        checksum += kDigits[number >> shift & 15];
    for (const std::string& candidate : {std::string(text), body + "checksum " + checksum + "\n"}) {
        const auto files = decodeManifest(candidate);
        if (!files.ok())
            continue;
        for (const BackedUpFile& file : *files)
            require(isBackupName(file.name) && file.name.find("..") == std::string::npos, "a list of files names files of the store");
        require(decodeManifest(encodeManifest(*files)).value() == *files, "a list survives writing");
    }
    Bytes state(input.begin(), input.end());
    if (state.size() >= 16)
        storeLittleEndian(state.data() + state.size() - 8, checksumOf(std::span(state).first(state.size() - 8)));
    if (const auto decoded = decodeVerifyState(state); decoded.ok())
        require(decodeVerifyState(encodeVerifyState(*decoded)).ok(), "a state survives writing");
}

}  // namespace zrecord::fuzz
