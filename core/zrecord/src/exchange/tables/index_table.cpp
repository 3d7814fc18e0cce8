#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/little_endian.h"
#include "exchange/output_file.h"
#include "zrecord/export_target.h"
#include "zrecord/npy_file.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::uint64_t kNowhere = ~std::uint64_t{0};  // -1 as NumPy reads it

/// In the order of the old index.
std::vector<RecordMove> rowsOf(std::span<const std::uint64_t> removed, std::span<const RecordMove> moves)
{
    std::vector<RecordMove> rows(moves.begin(), moves.end());
    for (const std::uint64_t record : removed)
        rows.push_back({record, kNowhere});
    std::sort(rows.begin(), rows.end(), [](const RecordMove& a, const RecordMove& b) { return a.from < b.from; });
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

/// Gathers small pieces into writes worth a call.
class Buffered {
public:
    explicit Buffered(OutputFile& file) : m_file(file) { m_bytes.reserve(kBufferBytes); }

    Status write(std::span<const std::byte> bytes)
    {
        if (m_bytes.size() + bytes.size() > kBufferBytes)
            ZR_RETURN_IF_ERROR(flush());
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return Status::success();
    }

    Status flush()
    {
        ZR_RETURN_IF_ERROR(m_file.write(m_bytes));
        m_bytes.clear();
        return Status::success();
    }

private:
    OutputFile& m_file;
    std::vector<std::byte> m_bytes;
};

Status writeText(Buffered& out, const std::vector<RecordMove>& rows)
{
    ZR_RETURN_IF_ERROR(out.write(std::as_bytes(std::span(std::string_view("old,new\n")))));
    std::string line;
    for (const RecordMove& row : rows) {
        line = std::to_string(row.from);
        line += ',';
        if (row.to != kNowhere)
            line += std::to_string(row.to);
        line += '\n';
        ZR_RETURN_IF_ERROR(out.write(std::as_bytes(std::span(line))));
    }
    return Status::success();
}

Status writeArray(Buffered& out, const std::vector<RecordMove>& rows)
{
    ZR_ASSIGN_OR_RETURN(const DType dtype, DType::parse("<i8"));
    const std::array<std::uint64_t, 2> shape{rows.size(), 2};
    ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> header, makeNpyHeader(dtype, shape));
    ZR_RETURN_IF_ERROR(out.write(header));
    for (const RecordMove& row : rows) {
        std::array<std::byte, 2 * sizeof(std::uint64_t)> numbers;
        storeLittleEndian<std::uint64_t>(numbers.data(), row.from);
        storeLittleEndian<std::uint64_t>(numbers.data() + sizeof(std::uint64_t), row.to);
        ZR_RETURN_IF_ERROR(out.write(numbers));
    }
    return Status::success();
}

}  // namespace

Status exportIndexTable(std::span<const std::uint64_t> removed, std::span<const RecordMove> moves, const std::filesystem::path& target, bool overwrite)
{
    std::error_code ignored;
    if (Store::looksLikeStore(std::filesystem::absolute(target, ignored).parent_path()))
        return Status(ErrorCode::InvalidArgument, "the file would lie in the folder of a store").withFile(target.string()).withRemedy("Choose a path outside the store.");
    ZR_ASSIGN_OR_RETURN(OutputFile file, OutputFile::create(target, overwrite));
    Buffered out(file);
    ZR_RETURN_IF_ERROR(target.extension() == ".npy" ? writeArray(out, rowsOf(removed, moves)) : writeText(out, rowsOf(removed, moves)));
    ZR_RETURN_IF_ERROR(out.flush());
    return file.commit();
}

}  // namespace zrecord
