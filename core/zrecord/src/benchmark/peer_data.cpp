#include "benchmark/peer_data.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "platform/file_system.h"
#include "zrecord/dtype.h"
#include "zrecord/npy_file.h"

namespace zrecord {
namespace {

constexpr std::size_t kBlock = 4'096;  // records that are copied at once

/// An .npy file that grows; its shape is known from the beginning.
class ArrayFile {
public:
    static Result<ArrayFile> create(const std::filesystem::path& path, const char* dtype, const Shape& shape)
    {
        ZR_ASSIGN_OR_RETURN(const DType type, DType::parse(dtype));
        ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> header, makeNpyHeader(type, shape));
        ArrayFile made;
        ZR_ASSIGN_OR_RETURN(made.m_file, posixFileSystem().open(path, OpenMode::CreateNew));
        ZR_RETURN_IF_ERROR(made.add(header));
        return made;
    }
    Status add(std::span<const std::byte> bytes)
    {
        ZR_RETURN_IF_ERROR(m_file->writeAt(m_end, bytes));
        m_end += bytes.size();
        return {};
    }

private:
    std::unique_ptr<File> m_file;
    std::uint64_t m_end = 0;
};

/// Bytes before each record, and all.
Result<std::vector<std::uint64_t>> offsetsOf(const Store& store, std::span<const std::uint64_t> records, const OperationContext& context)
{
    std::vector<std::uint64_t> offsets{0};
    for (std::size_t first = 0; first < records.size(); first += kBlock) {
        ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, store.layout(records.subspan(first, std::min(kBlock, records.size() - first)), context));
        const std::uint64_t base = offsets.back();
        for (std::size_t i = 0; i < layout.size(); ++i)
            offsets.push_back(base + layout.offsets[i + 1]);
    }
    return offsets;
}

Status copyRecords(const Store& store, std::span<const std::uint64_t> records, ArrayFile& file, const OperationContext& context)
{
    ResultMemory memory;
    for (std::size_t first = 0; first < records.size(); first += kBlock) {
        ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, gatherInto(store, records.subspan(first, std::min(kBlock, records.size() - first)), memory, context));
        ZR_RETURN_IF_ERROR(file.add({memory.data(), static_cast<std::size_t>(bytes)}));
    }
    return {};
}

}  // namespace

Status writePeerData(const Store& store, const RecordPlan& plan, const std::filesystem::path& folder, const OperationContext& context)
{
    std::vector<std::uint64_t> records(plan.all().begin(), plan.all().end());
    std::sort(records.begin(), records.end());
    records.erase(std::unique(records.begin(), records.end()), records.end());
    if (store.summary().kind == StoreKind::Dense) {
        ZR_ASSIGN_OR_RETURN(ArrayFile file, ArrayFile::create(folder / "records.npy", "|u1", {records.size(), store.summary().recordBytes}));
        ZR_RETURN_IF_ERROR(copyRecords(store, records, file, context));
    } else {
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> offsets, offsetsOf(store, records, context));
        ZR_ASSIGN_OR_RETURN(ArrayFile offsetFile, ArrayFile::create(folder / "offsets.npy", "<i8", {offsets.size()}));
        ZR_RETURN_IF_ERROR(offsetFile.add(std::as_bytes(std::span(offsets))));
        ZR_ASSIGN_OR_RETURN(ArrayFile file, ArrayFile::create(folder / "values.npy", "|u1", {offsets.back()}));
        ZR_RETURN_IF_ERROR(copyRecords(store, records, file, context));
    }
    std::vector<std::uint64_t> places;
    places.reserve(plan.all().size());
    for (const std::uint64_t index : plan.all())
        places.push_back(static_cast<std::uint64_t>(std::lower_bound(records.begin(), records.end(), index) - records.begin()));
    ZR_ASSIGN_OR_RETURN(ArrayFile file, ArrayFile::create(folder / "plan.npy", "<i8", {plan.batches(), plan.batch()}));
    return file.add(std::as_bytes(std::span(places)));
}

}  // namespace zrecord
