#include "exchange/zip_writer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include <zlib.h>

#include "base/little_endian.h"

namespace zrecord {
namespace {

constexpr std::uint32_t kEscaped = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint16_t kVersionNeeded = 45;            // zip64
constexpr std::uint16_t kMadeBy = (3 << 8) | 45;        // Unix
constexpr std::uint16_t kNamesAreUtf8 = 0x0800;
constexpr std::uint16_t kFirstDate = (1 << 5) | 1;      // 1 January 1980
constexpr std::uint32_t kFileMode = UINT32_C(0100644) << 16;

class Record {
public:
    template <typename T>
    Record& put(T value)
    {
        std::array<std::byte, sizeof(T)> bytes{};
        storeLittleEndian<T>(bytes.data(), value);
        return append(bytes);
    }
    Record& u16(std::size_t value) { return put(static_cast<std::uint16_t>(value)); }
    Record& u32(std::uint32_t value) { return put(value); }
    Record& u64(std::uint64_t value) { return put(value); }
    Record& text(std::string_view value)
    {
        return append(std::as_bytes(std::span(value)));
    }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    // One by one: GCC 12 warns of an overflow in the insert() of a vector that it has inlined.
    Record& append(std::span<const std::byte> bytes)
    {
        for (const std::byte byte : bytes)
            m_bytes.push_back(byte);
        return *this;
    }

    std::vector<std::byte> m_bytes;
};

}  // namespace

struct ZipWriter::Deflater {
    z_stream z{};
    bool ready = false;
    std::array<std::byte, 256 * 1024> output;

    Deflater() { ready = deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK; }
    ~Deflater()
    {
        if (ready)
            deflateEnd(&z);
    }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
};

ZipWriter::ZipWriter(OutputFile& file, bool compress) : m_file(file)
{
    if (compress)
        m_deflater = std::make_unique<Deflater>();
}

ZipWriter::~ZipWriter() = default;

std::uint16_t ZipWriter::method() const
{
    return m_deflater ? 8 : 0;
}

std::vector<std::byte> ZipWriter::localHeader(const Member& member) const
{
    Record record;
    record.u32(0x04034b50).u16(kVersionNeeded).u16(kNamesAreUtf8).u16(method()).u16(0).u16(kFirstDate).u32(member.crc);
    record.u32(kEscaped).u32(kEscaped).u16(member.name.size()).u16(20).text(member.name);
    record.u16(1).u16(16).u64(member.plainBytes).u64(member.packedBytes);
    return record.take();
}

std::vector<std::byte> ZipWriter::directoryEntry(const Member& member) const
{
    Record record;
    record.u32(0x02014b50).u16(kMadeBy).u16(kVersionNeeded).u16(kNamesAreUtf8).u16(method()).u16(0).u16(kFirstDate).u32(member.crc);
    record.u32(kEscaped).u32(kEscaped).u16(member.name.size()).u16(28).u16(0).u16(0).u16(0).u32(kFileMode).u32(kEscaped).text(member.name);
    record.u16(1).u16(24).u64(member.plainBytes).u64(member.packedBytes).u64(member.offset);
    return record.take();
}

Status ZipWriter::begin(std::string name)
{
    if (m_deflater && (!m_deflater->ready || deflateReset(&m_deflater->z) != Z_OK))
        return Status(ErrorCode::OutOfMemory, "there is no memory for packing");
    Member& member = m_members.emplace_back();
    member.name = std::move(name);
    member.offset = m_file.size();
    return m_file.write(localHeader(member));
}

Status ZipWriter::write(std::span<const std::byte> bytes)
{
    if (bytes.empty())  // to zlib, no address means a checksum that begins anew
        return Status::success();
    Member& member = m_members.back();
    member.crc = static_cast<std::uint32_t>(crc32_z(member.crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    member.plainBytes += bytes.size();
    if (m_deflater)
        return deflateBytes(bytes, false);
    member.packedBytes += bytes.size();
    return m_file.write(bytes);
}

Status ZipWriter::deflateBytes(std::span<const std::byte> bytes, bool last)
{
    z_stream& z = m_deflater->z;
    do {
        const std::size_t part = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
        z.next_in = reinterpret_cast<z_const Bytef*>(const_cast<std::byte*>(bytes.data()));  // zlib does not write through it
        z.avail_in = static_cast<uInt>(part);
        bytes = bytes.subspan(part);
        do {
            z.next_out = reinterpret_cast<Bytef*>(m_deflater->output.data());
            z.avail_out = static_cast<uInt>(m_deflater->output.size());
            if (deflate(&z, last && bytes.empty() ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR)
                return Status(ErrorCode::Internal, "the packer is in a wrong state");
            const std::size_t packed = m_deflater->output.size() - z.avail_out;
            m_members.back().packedBytes += packed;
            ZR_RETURN_IF_ERROR(m_file.write(std::span<const std::byte>(m_deflater->output).first(packed)));
        } while (z.avail_out == 0);
    } while (!bytes.empty());
    return Status::success();
}

Status ZipWriter::end()
{
    if (m_deflater)
        ZR_RETURN_IF_ERROR(deflateBytes({}, true));
    return m_file.rewrite(m_members.back().offset, localHeader(m_members.back()));
}

Status ZipWriter::finish()
{
    const std::uint64_t directory = m_file.size();
    for (const Member& member : m_members)
        ZR_RETURN_IF_ERROR(m_file.write(directoryEntry(member)));
    const std::uint64_t end = m_file.size();
    const std::uint64_t count = m_members.size();
    Record record;
    record.u32(0x06064b50).u64(44).u16(kMadeBy).u16(kVersionNeeded).u32(0).u32(0).u64(count).u64(count).u64(end - directory).u64(directory);
    record.u32(0x07064b50).u32(0).u64(end).u32(1);
    const std::size_t shortCount = std::min<std::uint64_t>(count, 0xFFFF);
    record.u32(0x06054b50).u16(0).u16(0).u16(shortCount).u16(shortCount).u32(kEscaped).u32(kEscaped).u16(0);
    return m_file.write(record.take());
}

}  // namespace zrecord
