#include "format/undo_record.h"

#include <algorithm>
#include <string_view>

#include "base/checksum.h"
#include "base/little_endian.h"

namespace zrecord {
namespace {

constexpr std::string_view kMagic = "ZRXU0001";
constexpr std::uint16_t kRaggedPairs = 1;

constexpr std::size_t kFlagsAt = 8;
constexpr std::size_t kIdAt = 16;
constexpr std::size_t kBeforeAt = 32;
constexpr std::size_t kAfterAt = 64;
constexpr std::size_t kStoreChecksumAt = 96;
constexpr std::size_t kRecordsAt = 104;
constexpr std::size_t kWhenAt = 112;
constexpr std::size_t kGuardAt = 120;
constexpr std::size_t kSamplesAt = 128;
constexpr std::size_t kBodyChecksumAt = 136;
constexpr std::size_t kChecksumAt = 248;
constexpr std::size_t kSampleBytes = 16;

Status damaged(const char* what)
{
    return Status(ErrorCode::BadFormat, what);
}

std::uint64_t perRecord(const UndoSummary& summary)
{
    return summary.raggedPairs ? 2 : 1;
}

std::vector<std::byte> encodeBody(const UndoRecord& record)
{
    std::vector<std::byte> body(record.targets.size() * 8 + record.entries.size() * kLocationEntryBytes + record.samples.size() * kSampleBytes);
    std::byte* at = body.data();
    for (const std::uint64_t target : record.targets) {
        storeLittleEndian(at, target);
        at += 8;
    }
    for (const LocationEntry& entry : record.entries) {
        storeLocationEntry(at, entry);
        at += kLocationEntryBytes;
    }
    for (const UndoSample& sample : record.samples) {
        storeLittleEndian(at, sample.target);
        storeLittleEndian(at + 8, sample.checksum);
        at += kSampleBytes;
    }
    return body;
}

/// The sizes were checked.
Status readBody(std::span<const std::byte> body, std::uint64_t samples, UndoRecord& record)
{
    const UndoSummary& summary = record.summary;
    const std::byte* at = body.data();
    record.targets.resize(summary.records);
    for (std::size_t i = 0; i < record.targets.size(); ++i, at += 8) {
        record.targets[i] = loadLittleEndian<std::uint64_t>(at);
        if (record.targets[i] >= summary.before.length / perRecord(summary) || (i > 0 && record.targets[i] <= record.targets[i - 1]))
            return damaged("its list of records is not ascending or leaves the store");
    }
    record.entries.resize(summary.records * perRecord(summary));
    for (LocationEntry& entry : record.entries) {
        entry = loadLocationEntry(at);
        at += kLocationEntryBytes;
    }
    record.samples.resize(samples);
    for (UndoSample& sample : record.samples) {
        sample = {loadLittleEndian<std::uint64_t>(at), loadLittleEndian<std::uint64_t>(at + 8)};
        at += kSampleBytes;
        if (sample.target >= summary.records)
            return damaged("it has a sample of a record that it does not list");
    }
    return {};
}

}  // namespace

std::vector<std::byte> encodeUndoRecord(const UndoRecord& record)
{
    const UndoSummary& summary = record.summary;
    const std::vector<std::byte> body = encodeBody(record);
    std::vector<std::byte> bytes(kUndoHeaderBytes + body.size());
    std::byte* const at = bytes.data();
    std::ranges::transform(kMagic, at, [](char c) { return static_cast<std::byte>(c); });
    storeLittleEndian(at + kFlagsAt, static_cast<std::uint16_t>(summary.raggedPairs ? kRaggedPairs : 0));
    std::ranges::copy(summary.id, at + kIdAt);
    std::ranges::copy(encodeMetaHeader(summary.before), at + kBeforeAt);
    std::ranges::copy(encodeMetaHeader(summary.after), at + kAfterAt);
    storeLittleEndian(at + kStoreChecksumAt, summary.storeChecksum);
    storeLittleEndian(at + kRecordsAt, summary.records);
    storeLittleEndian(at + kWhenAt, static_cast<std::uint64_t>(summary.when));
    storeLittleEndian(at + kGuardAt, summary.guard);
    storeLittleEndian(at + kSamplesAt, static_cast<std::uint64_t>(record.samples.size()));
    storeLittleEndian(at + kBodyChecksumAt, checksumOf(body));
    storeLittleEndian(at + kChecksumAt, checksumOf(std::span(bytes).first(kChecksumAt)));
    std::ranges::copy(body, at + kUndoHeaderBytes);
    return bytes;
}

Result<UndoSummary> decodeUndoSummary(std::span<const std::byte> bytes)
{
    const std::byte* const at = bytes.data();
    if (bytes.size() < kUndoHeaderBytes || loadLittleEndian<std::uint64_t>(at + kChecksumAt) != checksumOf(bytes.first(kChecksumAt)) ||
        !std::ranges::equal(kMagic, bytes.first(kMagic.size()), {}, [](char c) { return static_cast<std::byte>(c); }))
        return damaged("it is not the beginning of an undo file");
    UndoSummary summary;
    summary.raggedPairs = (loadLittleEndian<std::uint16_t>(at + kFlagsAt) & kRaggedPairs) != 0;
    std::copy_n(at + kIdAt, summary.id.size(), summary.id.begin());
    ZR_ASSIGN_OR_RETURN(summary.before, decodeMetaHeader(bytes.subspan(kBeforeAt, kMetaHeaderBytes)));
    ZR_ASSIGN_OR_RETURN(summary.after, decodeMetaHeader(bytes.subspan(kAfterAt, kMetaHeaderBytes)));
    summary.storeChecksum = loadLittleEndian<std::uint64_t>(at + kStoreChecksumAt);
    summary.records = loadLittleEndian<std::uint64_t>(at + kRecordsAt);
    summary.when = static_cast<std::int64_t>(loadLittleEndian<std::uint64_t>(at + kWhenAt));
    summary.guard = loadLittleEndian<std::uint64_t>(at + kGuardAt);
    const std::uint64_t lost = summary.before.length - summary.after.length;
    if (summary.after.length > summary.before.length || summary.records == 0 || lost % perRecord(summary) != 0 ||
        lost / perRecord(summary) != summary.records)
        return damaged("its number of records does not fit its headers");
    return summary;
}

Result<UndoRecord> decodeUndoRecord(std::span<const std::byte> bytes)
{
    UndoRecord record;
    ZR_ASSIGN_OR_RETURN(record.summary, decodeUndoSummary(bytes));
    const std::span<const std::byte> body = bytes.subspan(kUndoHeaderBytes);
    const std::uint64_t each = 8 + perRecord(record.summary) * kLocationEntryBytes;
    const auto samples = loadLittleEndian<std::uint64_t>(bytes.data() + kSamplesAt);
    if (record.summary.records > body.size() / each || samples > body.size() / kSampleBytes ||
        record.summary.records * each + samples * kSampleBytes != body.size())
        return damaged("its lists have other lengths than their numbers say");
    ZR_RETURN_IF_ERROR(readBody(body, samples, record));
    if (!std::ranges::equal(encodeUndoRecord(record), bytes))
        return damaged("it is damaged");
    return record;
}

}  // namespace zrecord
