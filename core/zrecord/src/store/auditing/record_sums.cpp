#include "store/auditing/record_sums.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

constexpr char kMagic[] = "ZRXS0001";
constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kRowBytes = 16;

/// Ties a checksum to the entry that it was noted for.
std::uint64_t binding(const LocationEntry& entry, std::uint64_t sum)
{
    std::array<std::byte, kLocationEntryBytes + 8> bytes;
    storeLocationEntry(bytes.data(), entry);
    storeLittleEndian(bytes.data() + kLocationEntryBytes, sum);
    return checksumOf(bytes);
}

std::array<std::byte, kHeaderBytes> header()
{
    std::array<std::byte, kHeaderBytes> bytes{};
    std::memcpy(bytes.data(), kMagic, sizeof kMagic - 1);
    return bytes;
}

/// Calls body(segment, position of its first row in the file, first entry of the span, count) for the part in each segment.
template <typename Body>
Status inSegments(std::uint64_t perSegment, std::uint64_t first, std::size_t count, const Body& body)
{
    for (std::size_t done = 0; done < count;) {
        const std::uint64_t within = (first + done) % perSegment;
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(count - done, perSegment - within));
        ZR_RETURN_IF_ERROR(body(static_cast<std::size_t>((first + done) / perSegment), kHeaderBytes + within * kRowBytes, done, part));
        done += part;
    }
    return {};
}

}  // namespace

std::filesystem::path RecordSums::pathOf(std::size_t segment) const
{
    return m_core.path() / kSideFolder / (kSumsPrefix + std::to_string(segment));
}

std::filesystem::path RecordSums::unfinishedPathOf(std::size_t segment) const
{
    return m_core.path() / kSideFolder / (kSumsPrefix + std::to_string(segment) + ".tmp");
}

Result<std::unique_ptr<RecordSums>> RecordSums::open(const StoreCore& core, Noting noting)
{
    std::unique_ptr<RecordSums> sums(new RecordSums(core, noting));
    ZR_RETURN_IF_ERROR(sums->openFiles());
    return sums;
}

Status RecordSums::openFiles()
{
    FileSystem& fileSystem = m_core.fileSystem();
    SideFolder side(fileSystem, m_core.path(), m_core.durability());
    ZR_RETURN_IF_ERROR(side.checkOwn());
    // They may be of the time before the change that the journal is of.
    ZR_ASSIGN_OR_RETURN(const bool journal, side.hasJournal());
    if (journal && !notes())
        return {};
    if (notes())
        ZR_RETURN_IF_ERROR(side.prepare());
    const std::uint64_t perSegment = m_core.limits().entriesPerSegment;
    const auto segments = static_cast<std::size_t>((m_core.header().length + perSegment - 1) / perSegment);
    m_files.resize(segments);
    for (std::size_t segment = 0; segment < segments; ++segment) {
        auto file = fileSystem.open(pathOf(segment), OpenMode::Read);
        if (file.code() == ErrorCode::NotFound)
            continue;
        ZR_RETURN_IF_ERROR(file.status());
        std::array<std::byte, kHeaderBytes> front{};
        ZR_ASSIGN_OR_RETURN(const std::size_t got, (*file)->readAt(0, front));
        // Whatever else it is, it holds no checksums.
        if (got == front.size() && front == header())
            m_files[segment] = std::move(file).value();
    }
    if (!notes() || segments == 0)
        return {};
    for (std::size_t segment = 0; segment < segments; ++segment) {
        static_cast<void>(fileSystem.removeFile(unfinishedPathOf(segment)).ok());
        ZR_ASSIGN_OR_RETURN(std::unique_ptr<File> file, fileSystem.open(unfinishedPathOf(segment), OpenMode::CreateNew));
        m_unfinished.push_back(std::move(file));
        ZR_RETURN_IF_ERROR(m_unfinished.back()->writeAt(0, header()));
    }
    return {};
}

RecordSums::~RecordSums()
{
    if (m_unfinished.empty())
        return;
    for (std::size_t segment = 0; segment < m_unfinished.size(); ++segment) {
        m_unfinished[segment].reset();
        static_cast<void>(m_core.fileSystem().removeFile(unfinishedPathOf(segment)).ok());
    }
    SideFolder(m_core.fileSystem(), m_core.path(), m_core.durability()).tidy();
}

bool RecordSums::isIdle() const noexcept
{
    return !notes() && std::ranges::none_of(m_files, [](const std::unique_ptr<File>& file) { return file != nullptr; });
}

Result<std::vector<std::optional<std::uint64_t>>> RecordSums::known(std::uint64_t first, std::span<const LocationEntry> entries) const
{
    std::vector<std::optional<std::uint64_t>> sums(entries.size());
    if (m_noting == Noting::All)
        return sums;
    std::vector<std::byte> rows;
    const auto read = [&](std::size_t segment, std::uint64_t at, std::size_t begin, std::size_t count) -> Status {
        if (segment >= m_files.size() || m_files[segment] == nullptr)
            return {};
        rows.resize(count * kRowBytes);
        ZR_ASSIGN_OR_RETURN(const std::size_t got, m_files[segment]->readAt(at, rows));
        for (std::size_t i = 0; i < got / kRowBytes; ++i) {
            const auto sum = loadLittleEndian<std::uint64_t>(rows.data() + i * kRowBytes);
            if (loadLittleEndian<std::uint64_t>(rows.data() + i * kRowBytes + 8) == binding(entries[begin + i], sum))
                sums[begin + i] = sum;
        }
        return {};
    };
    ZR_RETURN_IF_ERROR(inSegments(m_core.limits().entriesPerSegment, first, entries.size(), read));
    return sums;
}

Status RecordSums::note(std::uint64_t first, std::span<const LocationEntry> entries, std::span<const std::optional<std::uint64_t>> sums)
{
    std::vector<std::byte> rows;
    const auto write = [&](std::size_t segment, std::uint64_t at, std::size_t begin, std::size_t count) -> Status {
        rows.assign(count * kRowBytes, std::byte{0});
        for (std::size_t i = 0; i < count; ++i) {
            if (!sums[begin + i])
                continue;
            storeLittleEndian(rows.data() + i * kRowBytes, *sums[begin + i]);
            storeLittleEndian(rows.data() + i * kRowBytes + 8, binding(entries[begin + i], *sums[begin + i]));
        }
        return m_unfinished.at(segment)->writeAt(at, rows);
    };
    return inSegments(m_core.limits().entriesPerSegment, first, entries.size(), write);
}

Status RecordSums::commit()
{
    FileSystem& fileSystem = m_core.fileSystem();
    for (std::size_t segment = 0; segment < m_unfinished.size(); ++segment) {
        ZR_RETURN_IF_ERROR(m_unfinished[segment]->sync());
        ZR_RETURN_IF_ERROR(fileSystem.rename(unfinishedPathOf(segment), pathOf(segment)));
    }
    if (!m_unfinished.empty()) {
        ZR_RETURN_IF_ERROR(fileSystem.syncFolder(m_core.path() / kSideFolder));
        ZR_RETURN_IF_ERROR(fileSystem.syncFolder(m_core.path()));
    }
    m_unfinished.clear();
    return {};
}

}  // namespace zrecord
