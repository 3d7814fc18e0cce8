#include "exchange/zip_reader.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <unordered_set>

#include <zlib.h>

#include "base/little_endian.h"
#include "base/utf8.h"
#include "exchange/inflate_stream.h"

namespace zrecord {
namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::string_view kUnpackFirst = "Unpack the archive first if you trust it, and read the .npy files that come out.";
constexpr std::uint64_t kMaxDirectoryBytes = UINT64_C(64) << 20;
constexpr std::uint64_t kRatioFrom = UINT64_C(1) << 20;

std::uint16_t u16(std::span<const std::byte> bytes, std::size_t at)
{
    return loadLittleEndian<std::uint16_t>(bytes.data() + at);
}

std::uint32_t u32(std::span<const std::byte> bytes, std::size_t at)
{
    return loadLittleEndian<std::uint32_t>(bytes.data() + at);
}

std::uint64_t u64(std::span<const std::byte> bytes, std::size_t at)
{
    return loadLittleEndian<std::uint64_t>(bytes.data() + at);
}

struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0;
};

/// Follows the zip64 locator in front of the end record at `endAt`, when there is one.
Status readEnd64(const InputFile& file, std::uint64_t endAt, Directory& directory, std::uint64_t& limit)
{
    if (endAt < kLocator64Bytes)
        return Status::success();
    std::array<std::byte, kLocator64Bytes> locator;
    ZR_RETURN_IF_ERROR(file.readExactlyAt(endAt - kLocator64Bytes, locator));
    if (u32(locator, 0) != kLocator64Signature)
        return Status::success();
    const std::uint64_t at = u64(locator, 8);
    if (at > endAt - kLocator64Bytes || endAt - kLocator64Bytes - at < kEnd64Bytes)
        return badInput(file.name(), endAt, "the zip64 end record lies outside the file");
    std::array<std::byte, kEnd64Bytes> end;
    ZR_RETURN_IF_ERROR(file.readExactlyAt(at, end));
    if (u32(end, 0) != kEnd64Signature || u32(end, 16) != 0 || u32(end, 20) != 0 || u64(end, 24) != u64(end, 32))
        return badInput(file.name(), at, "the zip64 end record is damaged, or the archive has several parts");
    directory = {u64(end, 48), u64(end, 40), u64(end, 32)};
    limit = at;
    return Status::success();
}

Result<Directory> findDirectory(const InputFile& file)
{
    const std::uint64_t size = file.size();
    if (size < kEndBytes)
        return badInput(file.name(), 0, "the file is too short for a zip archive");
    std::vector<std::byte> tail(static_cast<std::size_t>(std::min<std::uint64_t>(size, kEndBytes + 0xFFFF)));
    ZR_RETURN_IF_ERROR(file.readExactlyAt(size - tail.size(), tail));
    for (std::size_t at = tail.size() - kEndBytes + 1; at-- > 0;) {
        const std::span<const std::byte> end = std::span<const std::byte>(tail).subspan(at);
        if (u32(end, 0) != kEndSignature || kEndBytes + u16(end, 20) != end.size())
            continue;
        const std::uint64_t endAt = size - end.size();
        if (u16(end, 4) != 0 || u16(end, 6) != 0 || u16(end, 8) != u16(end, 10))
            return badInput(file.name(), endAt, "the archive has several parts");
        Directory directory{u32(end, 16), u32(end, 12), u16(end, 10)};
        std::uint64_t limit = endAt;
        ZR_RETURN_IF_ERROR(readEnd64(file, endAt, directory, limit));
        if (directory.offset > limit || directory.bytes != limit - directory.offset)
            return badInput(file.name(), endAt, "the directory of the archive does not lie in front of its end record");
        return directory;
    }
    return badInput(file.name(), size, "the end of the zip archive is missing");
}

/// Takes the 64-bit values that the 32-bit fields could not hold out of the extra fields.
Status applyZip64(const InputFile& file, std::uint64_t at, std::span<const std::byte> extra, ZipEntry& entry)
{
    constexpr std::uint32_t kEscaped = std::numeric_limits<std::uint32_t>::max();
    const std::array<std::uint64_t*, 3> fields{&entry.plainBytes, &entry.packedBytes, &entry.headerOffset};
    while (extra.size() >= 4) {
        const std::size_t length = u16(extra, 2);
        if (length > extra.size() - 4)
            return badInput(file.name(), at, "an extra field of the archive is damaged");
        if (u16(extra, 0) == 1) {
            std::span<const std::byte> values = extra.subspan(4, length);
            for (std::uint64_t* field : fields) {
                if (*field != kEscaped)
                    continue;
                if (values.size() < 8)
                    return badInput(file.name(), at, "a zip64 field of the archive is damaged");
                *field = u64(values, 0);
                values = values.subspan(8);
            }
            return Status::success();
        }
        extra = extra.subspan(4 + length);
    }
    return Status::success();
}

Status checkEntry(const InputFile& file, std::uint64_t at, const ZipEntry& entry, std::uint16_t flags, const ImportLimits& limits)
{
    const auto bad = [&](std::string what, std::string_view remedy = {}) {
        return badInput(file.name(), at, "member '" + entry.name + "': " + std::move(what), remedy);
    };
    if ((flags & 0x2041) != 0)
        return bad("it is encrypted");
    if (entry.method != 0 && entry.method != 8)
        return bad("it is packed by method " + std::to_string(entry.method) + "; only stored and deflated members are read");
    if (entry.stored() && entry.packedBytes != entry.plainBytes)
        return bad("its sizes contradict each other");
    if (entry.plainBytes > limits.memberBytes)
        return bad("it has " + std::to_string(entry.plainBytes) + " bytes, the limit is " + std::to_string(limits.memberBytes), kUnpackFirst);
    if (entry.plainBytes > kRatioFrom && entry.plainBytes / limits.ratio > entry.packedBytes)
        return bad("it unpacks to more than " + std::to_string(limits.ratio) + " times its size, as harmful archives do", kUnpackFirst);
    return Status::success();
}

Result<std::vector<ZipEntry>> readDirectory(const InputFile& file, const Directory& directory, const ImportLimits& limits)
{
    if (directory.entries > limits.members)
        return badInput(file.name(), directory.offset, "the archive has " + std::to_string(directory.entries) + " members, the limit is " +
                                                           std::to_string(limits.members), kUnpackFirst);
    if (directory.bytes > kMaxDirectoryBytes || directory.bytes < directory.entries * kEntryBytes)
        return badInput(file.name(), directory.offset, "the directory of the archive has an impossible size");
    std::vector<std::byte> bytes(static_cast<std::size_t>(directory.bytes));
    ZR_RETURN_IF_ERROR(file.readExactlyAt(directory.offset, bytes));
    std::vector<ZipEntry> entries;
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        const std::span<const std::byte> record = std::span<const std::byte>(bytes).subspan(at);
        if (record.size() < kEntryBytes || u32(record, 0) != kEntrySignature)
            return badInput(file.name(), directory.offset + at, "the directory of the archive is damaged");
        const std::size_t nameBytes = u16(record, 28);
        const std::size_t extraBytes = u16(record, 30);
        const std::size_t total = kEntryBytes + nameBytes + extraBytes + u16(record, 32);
        if (record.size() < total)
            return badInput(file.name(), directory.offset + at, "the directory of the archive is damaged");
        ZipEntry entry;
        entry.name.assign(reinterpret_cast<const char*>(record.data()) + kEntryBytes, nameBytes);
        entry.method = u16(record, 10);
        entry.crc = u32(record, 16);
        entry.packedBytes = u32(record, 20);
        entry.plainBytes = u32(record, 24);
        entry.headerOffset = u32(record, 42);
        ZR_RETURN_IF_ERROR(applyZip64(file, directory.offset + at, record.subspan(kEntryBytes + nameBytes, extraBytes), entry));
        ZR_RETURN_IF_ERROR(checkEntry(file, directory.offset + at, entry, u16(record, 8), limits));
        entries.push_back(std::move(entry));
        at += total;
    }
    if (at != bytes.size())
        return badInput(file.name(), directory.offset + at, "bytes follow the directory of the archive");
    return entries;
}

/// Finds the data behind the local header, which must tell the same as the directory.
Status readLocalHeader(const InputFile& file, std::uint64_t directoryOffset, ZipEntry& entry)
{
    const auto bad = [&](std::string what) {
        return badInput(file.name(), entry.headerOffset, "member '" + entry.name + "': " + std::move(what));
    };
    if (entry.headerOffset > directoryOffset || directoryOffset - entry.headerOffset < kLocalBytes)
        return bad("it lies outside the file");
    std::array<std::byte, kLocalBytes> header;
    ZR_RETURN_IF_ERROR(file.readExactlyAt(entry.headerOffset, header));
    if (u32(header, 0) != kLocalSignature || u16(header, 8) != entry.method || (u16(header, 6) & 0x2041) != 0 ||
        u16(header, 26) != entry.name.size())
        return bad("its header contradicts the directory");
    std::string name(entry.name.size(), '\0');
    ZR_RETURN_IF_ERROR(file.readExactlyAt(entry.headerOffset + kLocalBytes, std::as_writable_bytes(std::span(name))));
    if (name != entry.name)
        return bad("its header has another name");
    entry.dataOffset = entry.headerOffset + kLocalBytes + name.size() + u16(header, 28);
    if (entry.dataOffset > directoryOffset || entry.packedBytes > directoryOffset - entry.dataOffset)
        return bad("its data reaches into the directory");
    return Status::success();
}

Status checkOverlap(const InputFile& file, const std::vector<ZipEntry>& entries)
{
    std::vector<const ZipEntry*> order;
    for (const ZipEntry& entry : entries)
        order.push_back(&entry);
    std::sort(order.begin(), order.end(), [](const ZipEntry* a, const ZipEntry* b) { return a->headerOffset < b->headerOffset; });
    for (std::size_t i = 1; i < order.size(); ++i)
        if (order[i - 1]->dataOffset + order[i - 1]->packedBytes > order[i]->headerOffset)
            return badInput(file.name(), order[i]->headerOffset, "members '" + order[i - 1]->name + "' and '" + order[i]->name +
                                                                     "' overlap, as in harmful archives");
    return Status::success();
}

/// Counts and checks what comes out of a member.
class EntryStream final : public ByteStream {
public:
    EntryStream(std::unique_ptr<ByteStream> inner, const ZipEntry& entry, const std::string& fileName)
        : m_inner(std::move(inner)), m_name(fileName + ":" + entry.name), m_expectedCrc(entry.crc), m_left(entry.plainBytes) {}

    Result<std::size_t> read(std::span<std::byte> out) override
    {
        const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_left));
        ZR_ASSIGN_OR_RETURN(const std::size_t got, m_inner->read(out.first(wanted)));
        if (got < wanted)
            return badInput(m_name, m_read + got, "the member ends too early");
        if (got > 0)  // to zlib, no address means a checksum that begins anew
            m_crc = static_cast<std::uint32_t>(crc32_z(m_crc, reinterpret_cast<const Bytef*>(out.data()), got));
        m_left -= got;
        m_read += got;
        if (m_left == 0 && !m_checked)
            ZR_RETURN_IF_ERROR(checkEnd());
        return got;
    }
    [[nodiscard]] const std::string& name() const override { return m_name; }

private:
    Status checkEnd()
    {
        m_checked = true;
        std::array<std::byte, 1> more;
        ZR_ASSIGN_OR_RETURN(const std::size_t extra, m_inner->read(more));
        if (extra != 0)
            return badInput(m_name, m_read, "the member is longer than the archive says");
        return m_crc == m_expectedCrc ? Status::success() : badInput(m_name, m_read, "the checksum (CRC-32) of the member is wrong");
    }

    std::unique_ptr<ByteStream> m_inner;
    const std::string m_name;
    const std::uint32_t m_expectedCrc;
    std::uint32_t m_crc = 0;
    std::uint64_t m_left;
    std::uint64_t m_read = 0;
    bool m_checked = false;
};

}  // namespace

Result<ZipReader> ZipReader::open(std::shared_ptr<InputFile> file, const ImportLimits& limits)
{
    ZR_ASSIGN_OR_RETURN(const Directory directory, findDirectory(*file));
    ZipReader reader;
    ZR_ASSIGN_OR_RETURN(reader.m_entries, readDirectory(*file, directory, limits));
    std::unordered_set<std::string_view> names;
    for (ZipEntry& entry : reader.m_entries) {
        ZR_RETURN_IF_ERROR(readLocalHeader(*file, directory.offset, entry));
        if (findInvalidUtf8(entry.name))
            entry.name = latin1ToUtf8(entry.name);
        if (!names.insert(entry.name).second)
            return badInput(file->name(), entry.headerOffset, "two members have the name '" + entry.name + "'");
    }
    ZR_RETURN_IF_ERROR(checkOverlap(*file, reader.m_entries));
    reader.m_file = std::move(file);
    return reader;
}

std::unique_ptr<ByteStream> ZipReader::openEntry(const ZipEntry& entry) const
{
    std::unique_ptr<ByteStream> stream = std::make_unique<FileStream>(m_file, entry.dataOffset, entry.dataOffset + entry.packedBytes);
    if (!entry.stored())
        stream = std::make_unique<InflateStream>(std::move(stream), InflateStream::Kind::Deflate);
    return std::make_unique<EntryStream>(std::move(stream), entry, m_file->name());
}

}  // namespace zrecord
