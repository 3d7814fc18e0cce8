#include "exchange/npz_source.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/checked_math.h"
#include "base/little_endian.h"
#include "exchange/dense_source.h"
#include "exchange/npy_source.h"
#include "exchange/text_source.h"
#include "exchange/zip_reader.h"
#include "zrecord/npy_file.h"

namespace zrecord {
namespace {

constexpr std::string_view kArrayEnding = ".npy";
constexpr std::uint64_t kLayoutBytes = 24;

bool isArray(const ZipEntry& entry)
{
    return entry.name.size() > kArrayEnding.size() && std::string_view(entry.name).ends_with(kArrayEnding);
}

std::string arrayName(const ZipEntry& entry)
{
    return entry.name.substr(0, entry.name.size() - kArrayEnding.size());
}

const ZipEntry* findEntry(const ZipReader& zip, std::string_view name)
{
    const auto found = std::find_if(zip.entries().begin(), zip.entries().end(), [&](const ZipEntry& entry) {
        return entry.name == name || (isArray(entry) && arrayName(entry) == name);
    });
    return found == zip.entries().end() ? nullptr : &*found;
}

std::unique_ptr<PeekedStream> openStream(const ZipReader& zip, const ZipEntry& entry)
{
    return std::make_unique<PeekedStream>(zip.openEntry(entry));
}

/// Reads a member to its end, so that its checksum is known to be right.
Status verifyEntry(const ZipReader& zip, const ZipEntry& entry)
{
    const auto stream = zip.openEntry(entry);
    std::vector<std::byte> scratch(std::size_t{1} << 18);
    std::size_t got = scratch.size();
    while (got == scratch.size()) {
        ZR_ASSIGN_OR_RETURN(got, stream->read(scratch));
    }
    return Status::success();
}

Result<std::unique_ptr<ImportSource>> openArray(const ZipReader& zip, const ZipEntry& entry, const ImportLimits& limits)
{
    std::optional<FileRange> range;
    if (entry.stored()) {
        PeekedStream probe(zip.openEntry(entry));
        ZR_ASSIGN_OR_RETURN(const NpyHeader header, readNpyHeader(probe));
        if (header.fortranOrder) {  // read in place, past the stream that would check it
            ZR_RETURN_IF_ERROR(verifyEntry(zip, entry));
            range = FileRange{zip.file(), entry.dataOffset, entry.dataOffset + entry.plainBytes};
        }
    }
    return openNpySource(openStream(zip, entry), range, ImportFormat::Npz, limits);
}

/// Every array of the archive as one ragged record.
class MemberRecords final : public ImportSource {
public:
    static Result<std::unique_ptr<ImportSource>> make(ZipReader zip, const ImportLimits& limits)
    {
        std::unique_ptr<MemberRecords> source(new MemberRecords(std::move(zip), limits));
        for (const ZipEntry& entry : source->m_zip.entries())
            if (isArray(entry))
                source->m_members.push_back(&entry);
        source->m_description.format = ImportFormat::Npz;
        source->m_description.kind = StoreKind::Ragged;
        source->m_description.records = source->m_members.size();
        if (source->m_members.empty())
            return badInput(source->m_zip.file()->name(), 0, "the archive holds no array");
        PeekedStream first(source->m_zip.openEntry(*source->m_members.front()));
        ZR_ASSIGN_OR_RETURN(const NpyHeader header, readNpyHeader(first));
        source->m_description.dtype = header.dtype;
        return std::unique_ptr<ImportSource>(std::move(source));
    }

    [[nodiscard]] const ImportDescription& description() const override { return m_description; }
    void close() override { m_closed = true; }

    Status next(ImportBatch& batch, std::uint64_t maxBytes) override
    {
        batch.records = 0;
        batch.bytes.clear();
        startLayout(batch.layout);
        if (m_closed)
            return closedSource();
        for (; m_at < m_members.size(); ++m_at) {
            const ZipEntry& entry = *m_members[m_at];
            if (batch.records > 0 && batch.bytes.size() + entry.plainBytes + kLayoutBytes * batch.records > maxBytes)
                break;
            ZR_RETURN_IF_ERROR(readMember(entry, batch));
        }
        return Status::success();
    }

private:
    MemberRecords(ZipReader zip, const ImportLimits& limits) : m_zip(std::move(zip)), m_limits(limits) {}

    /// The whole array is one record: an array of one record more axis would be, so the source of one array serves.
    Status readMember(const ZipEntry& entry, ImportBatch& batch)
    {
        PeekedStream stream(m_zip.openEntry(entry));
        ZR_ASSIGN_OR_RETURN(const NpyHeader header, readNpyHeader(stream));
        if (!(header.dtype == m_description.dtype))
            return Status(ErrorCode::WrongKind, "the array is of " + header.dtype.displayName() + ", the first one of " +
                                                    m_description.dtype.displayName())
                .withFile(stream.name())
                .withRemedy("Give all arrays one dtype.");
        ImportDescription one = m_description;
        one.kind = StoreKind::Dense;
        one.itemShape = header.shape;
        auto bytes = recordBytesOf(one);
        if (!bytes)
            return std::move(bytes).status().withFile(stream.name());
        ZR_ASSIGN_OR_RETURN(const auto source, openArray(m_zip, entry, m_limits));
        ImportBatch part;
        while (true) {
            ZR_RETURN_IF_ERROR(source->next(part, *bytes));
            if (part.records == 0)
                break;
            batch.bytes.insert(batch.bytes.end(), part.bytes.begin(), part.bytes.end());
        }
        appendToLayout(batch.layout, *bytes, header.shape);
        ++batch.records;
        return Status::success();
    }

    ZipReader m_zip;
    const ImportLimits m_limits;
    ImportDescription m_description;
    std::vector<const ZipEntry*> m_members;
    std::size_t m_at = 0;
    bool m_closed = false;
};

/// A member of whole numbers, read one at a time.
class NumberStream {
public:
    static Result<NumberStream> open(const ZipReader& zip, std::string_view name)
    {
        NumberStream numbers;
        numbers.m_stream = openStream(zip, *findEntry(zip, name));
        ZR_ASSIGN_OR_RETURN(const NpyHeader header, readNpyHeader(*numbers.m_stream));
        const bool whole = header.dtype.str() == "<u8" || header.dtype.str() == "<i8";
        if (!whole || header.shape.size() != 1)
            return badInput(numbers.m_stream->name(), 0, "the array must have one axis of 64-bit whole numbers");
        numbers.m_left = header.shape.front();
        return numbers;
    }

    [[nodiscard]] std::uint64_t left() const noexcept { return m_left; }
    [[nodiscard]] const std::string& name() const { return m_stream->name(); }

    Result<std::uint64_t> take()
    {
        std::array<std::byte, 8> bytes;
        if (m_left == 0)
            return badInput(name(), m_stream->position(), "the array is too short for the others");
        ZR_RETURN_IF_ERROR(m_stream->readExactly(bytes));
        --m_left;
        if (m_left == 0)
            ZR_RETURN_IF_ERROR(m_stream->expectEnd());
        return loadLittleEndian<std::uint64_t>(bytes.data());
    }

    [[nodiscard]] Status contradiction(std::string what) const { return badInput(name(), m_stream->position(), std::move(what)); }

private:
    std::unique_ptr<PeekedStream> m_stream;
    std::uint64_t m_left = 0;
};

/// The four arrays that a ragged export consists of, read side by side.
class RaggedArrays final : public ImportSource {
public:
    static Result<std::unique_ptr<ImportSource>> make(const ZipReader& zip)
    {
        ZR_ASSIGN_OR_RETURN(NumberStream offsets, NumberStream::open(zip, kRaggedOffsets));
        ZR_ASSIGN_OR_RETURN(NumberStream shapes, NumberStream::open(zip, kRaggedShapes));
        ZR_ASSIGN_OR_RETURN(NumberStream shapeOffsets, NumberStream::open(zip, kRaggedShapeOffsets));
        auto values = openStream(zip, *findEntry(zip, kRaggedValues));
        ZR_ASSIGN_OR_RETURN(const NpyHeader header, readNpyHeader(*values));
        if (header.shape.size() != 1)
            return badInput(values->name(), 0, "the array must have one axis");
        if (offsets.left() == 0 || offsets.left() != shapeOffsets.left())
            return offsets.contradiction("'offsets' and 'shape_offsets' must have one more entry than there are records");
        std::unique_ptr<RaggedArrays> source(
            new RaggedArrays(std::move(values), std::move(offsets), std::move(shapes), std::move(shapeOffsets)));
        source->m_valuesLeft = header.shape.front();
        source->m_description.format = ImportFormat::Npz;
        source->m_description.kind = StoreKind::Ragged;
        source->m_description.dtype = header.dtype;
        source->m_description.records = source->m_offsets.left() - 1;
        ZR_RETURN_IF_ERROR(source->expectZero(source->m_offsets));
        ZR_RETURN_IF_ERROR(source->expectZero(source->m_shapeOffsets));
        if (source->m_description.records == 0)
            ZR_RETURN_IF_ERROR(source->checkEnd());
        return std::unique_ptr<ImportSource>(std::move(source));
    }

    [[nodiscard]] const ImportDescription& description() const override { return m_description; }
    void close() override { m_values.reset(); }

    Status next(ImportBatch& batch, std::uint64_t maxBytes) override
    {
        batch.records = 0;
        batch.bytes.clear();
        startLayout(batch.layout);
        if (!m_values)
            return closedSource();
        while (m_done < *m_description.records) {
            if (!m_hasPending)
                ZR_RETURN_IF_ERROR(readShape());
            const std::uint64_t bytes = m_pendingBytes;
            if (batch.records > 0 && batch.bytes.size() + bytes + kLayoutBytes * batch.records > maxBytes)
                break;
            ZR_RETURN_IF_ERROR(m_values->appendExactly(batch.bytes, bytes));
            appendToLayout(batch.layout, bytes, m_pendingShape);
            ++batch.records;
            m_hasPending = false;
            if (++m_done == *m_description.records)
                return checkEnd();
        }
        return Status::success();
    }

private:
    RaggedArrays(std::unique_ptr<PeekedStream> values, NumberStream offsets, NumberStream shapes, NumberStream shapeOffsets)
        : m_values(std::move(values)), m_offsets(std::move(offsets)), m_shapes(std::move(shapes)), m_shapeOffsets(std::move(shapeOffsets)) {}

    static Status expectZero(NumberStream& numbers)
    {
        ZR_ASSIGN_OR_RETURN(const std::uint64_t first, numbers.take());
        return first == 0 ? Status::success() : numbers.contradiction("the first entry is not 0");
    }

    Status readShape()
    {
        ZR_ASSIGN_OR_RETURN(const std::uint64_t end, m_offsets.take());
        ZR_ASSIGN_OR_RETURN(const std::uint64_t shapeEnd, m_shapeOffsets.take());
        if (end < m_offset || end - m_offset > m_valuesLeft)
            return m_offsets.contradiction("the entry of record " + std::to_string(m_done) + " lies outside 'values'");
        if (shapeEnd < m_shapeOffset || shapeEnd - m_shapeOffset > m_shapes.left() || shapeEnd - m_shapeOffset > kMaxRank)
            return m_shapeOffsets.contradiction("the entry of record " + std::to_string(m_done) + " lies outside 'shapes'");
        m_pendingShape.clear();
        for (; m_shapeOffset < shapeEnd; ++m_shapeOffset) {
            ZR_ASSIGN_OR_RETURN(m_pendingShape.emplace_back(), m_shapes.take());
        }
        const auto count = elementCount(m_pendingShape);
        if (!count || *count != end - m_offset)
            return m_offsets.contradiction("record " + std::to_string(m_done) + " has " + std::to_string(end - m_offset) +
                                           " values, which its shape " + shapeText(m_pendingShape) + " does not");
        const auto bytes = checkedMultiply(*count, m_description.dtype.itemSize());
        if (!bytes || *bytes == 0 || *bytes > kMaxRecordBytes)
            return Status(ErrorCode::RecordTooLarge, "record " + std::to_string(m_done) + " of shape " + shapeText(m_pendingShape) +
                                                         " has zero bytes or more than 2147483648")
                .withFile(m_offsets.name());
        m_pendingBytes = *bytes;
        m_valuesLeft -= *count;
        m_offset = end;
        m_hasPending = true;
        return Status::success();
    }

    Status checkEnd()
    {
        if (m_valuesLeft != 0 || m_shapes.left() != 0)
            return badInput(m_values->name(), m_values->position(), "the arrays hold more than 'offsets' speaks of");
        return m_values->expectEnd();
    }

    static constexpr std::uint64_t kMaxRank = 65'535;
    static constexpr std::uint64_t kMaxRecordBytes = UINT64_C(1) << 31;

    ImportDescription m_description;
    std::unique_ptr<PeekedStream> m_values;
    NumberStream m_offsets;
    NumberStream m_shapes;
    NumberStream m_shapeOffsets;
    std::uint64_t m_valuesLeft = 0;
    std::uint64_t m_offset = 0;
    std::uint64_t m_shapeOffset = 0;
    std::uint64_t m_done = 0;
    Shape m_pendingShape;
    std::uint64_t m_pendingBytes = 0;
    bool m_hasPending = false;
};

Status chooseOne(const ZipReader& zip)
{
    std::string names;
    std::size_t count = 0;
    for (const ZipEntry& entry : zip.entries()) {
        if (!isArray(entry))
            continue;
        if (count++ < 10)
            names += (names.empty() ? "" : ", ") + arrayName(entry);
    }
    if (count == 0)
        return badInput(zip.file()->name(), 0, "the archive holds no array");
    return Status(ErrorCode::InvalidArgument, "the archive holds " + std::to_string(count) + " arrays: " + names + (count > 10 ? ", …" : ""))
        .withFile(zip.file()->name())
        .withRemedy("Name the array to import, or import every array as one record.");
}

}  // namespace

Result<std::unique_ptr<ImportSource>> openNpzSource(std::shared_ptr<InputFile> file, const ImportOptions& options)
{
    ZR_ASSIGN_OR_RETURN(ZipReader zip, ZipReader::open(std::move(file), options.limits));
    if (options.membersAreRecords)
        return MemberRecords::make(std::move(zip), options.limits);
    if (!options.member.empty()) {
        const ZipEntry* entry = findEntry(zip, options.member);
        if (!entry)
            return Status(ErrorCode::NotFound, "the archive holds no array '" + options.member + "'")
                .withFile(zip.file()->name())
                .withRemedy("List the arrays of the archive and choose one of them.");
        return openArray(zip, *entry, options.limits);
    }
    const auto arrays = std::count_if(zip.entries().begin(), zip.entries().end(), isArray);
    if (arrays == 1)
        return openArray(zip, *std::find_if(zip.entries().begin(), zip.entries().end(), isArray), options.limits);
    const bool ragged = arrays == 4 && findEntry(zip, kRaggedValues) && findEntry(zip, kRaggedOffsets) && findEntry(zip, kRaggedShapes) &&
                        findEntry(zip, kRaggedShapeOffsets);
    return ragged ? RaggedArrays::make(zip) : chooseOne(zip);
}

Result<std::vector<NpzMember>> listNpzMembers(const std::filesystem::path& path, const ImportLimits& limits)
{
    ZR_ASSIGN_OR_RETURN(auto file, InputFile::open(path));
    ZR_ASSIGN_OR_RETURN(const ZipReader zip, ZipReader::open(std::move(file), limits));
    std::vector<NpzMember> members;
    for (const ZipEntry& entry : zip.entries()) {
        if (!isArray(entry))
            continue;
        PeekedStream stream(zip.openEntry(entry));
        NpzMember member;
        member.name = arrayName(entry);
        member.packedBytes = entry.packedBytes;
        ZR_ASSIGN_OR_RETURN(member.header, readNpyHeader(stream));
        members.push_back(std::move(member));
    }
    return members;
}

}  // namespace zrecord
