#include "zrecord/laboratory/batch_export.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/little_endian.h"
#include "exchange/output_file.h"
#include "exchange/zip_writer.h"
#include "zrecord/npy_file.h"

namespace zrecord {
namespace {

class BatchWriter {
public:
    explicit BatchWriter(OutputFile& file) : m_zip(file, false) {}

    Status writeNumbers(const std::string& name, std::span<const std::uint64_t> numbers)
    {
        std::vector<std::byte> bytes(numbers.size() * sizeof(std::uint64_t));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            storeLittleEndian<std::uint64_t>(bytes.data() + i * sizeof(std::uint64_t), numbers[i]);
        ZR_ASSIGN_OR_RETURN(const DType dtype, DType::parse("<u8"));
        return writeArray(name, dtype, Shape{numbers.size()}, bytes);
    }

    Status writeStream(const BatchStream& stream, std::size_t records)
    {
        const std::string name(stream.name);
        const DType& dtype = stream.summary->dtype;
        if (!stream.layout) {
            Shape shape{records};
            shape.insert(shape.end(), stream.summary->itemShape.begin(), stream.summary->itemShape.end());
            return writeArray(name, dtype, shape, stream.bytes);
        }
        const RaggedLayout& layout = *stream.layout;
        std::vector<std::uint64_t> offsets;
        for (const std::uint64_t bytes : layout.offsets)
            offsets.push_back(bytes / dtype.itemSize());
        ZR_RETURN_IF_ERROR(writeArray(name + "_values", dtype, Shape{offsets.back()}, stream.bytes));
        ZR_RETURN_IF_ERROR(writeNumbers(name + "_offsets", offsets));
        ZR_RETURN_IF_ERROR(writeNumbers(name + "_shapes", layout.dimensions));
        return writeNumbers(name + "_shape_offsets", layout.shapeOffsets);
    }

    Status finish() { return m_zip.finish(); }

private:
    Status writeArray(const std::string& name, const DType& dtype, const Shape& shape, std::span<const std::byte> bytes)
    {
        if (!m_names.insert(name).second)
            return Status(ErrorCode::InvalidArgument, "two arrays of the batch would be called '" + name + "'").withRemedy("Give one of the streams another name.");
        ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> header, makeNpyHeader(dtype, shape));
        ZR_RETURN_IF_ERROR(m_zip.begin(name + ".npy"));
        ZR_RETURN_IF_ERROR(m_zip.write(header));
        ZR_RETURN_IF_ERROR(m_zip.write(bytes));
        return m_zip.end();
    }

    ZipWriter m_zip;
    std::set<std::string> m_names;
};

}  // namespace

Result<std::uint64_t> exportBatch(const Batch& batch, const std::filesystem::path& target, bool overwrite)
{
    if (!batch)
        return Status(ErrorCode::InvalidArgument, "there is no batch to export");
    ZR_ASSIGN_OR_RETURN(OutputFile file, OutputFile::create(target, overwrite));
    BatchWriter writer(file);
    ZR_RETURN_IF_ERROR(writer.writeNumbers("indices", batch.indices()));
    for (const BatchStream& stream : batch.streams())
        ZR_RETURN_IF_ERROR(writer.writeStream(stream, batch.records()));
    ZR_RETURN_IF_ERROR(writer.finish());
    const std::uint64_t size = file.size();
    ZR_RETURN_IF_ERROR(file.commit());
    return size;
}

}  // namespace zrecord
