#include <array>
#include <string>

#include "base/checked_math.h"
#include "base/little_endian.h"
#include "base/memory_guard.h"
#include "concurrency/progress_reporter.h"
#include "exchange/new_store.h"
#include "exchange/npz_source.h"
#include "exchange/output_file.h"
#include "exchange/store_windows.h"
#include "exchange/zip_writer.h"
#include "zrecord/export_target.h"
#include "zrecord/npy_file.h"

namespace zrecord {
namespace {

constexpr std::array<std::pair<ExportFormat, std::string_view>, 3> kFormatNames{{
    {ExportFormat::Npy, "npy"},
    {ExportFormat::Npz, "npz"},
    {ExportFormat::Raw, "raw"},
}};

/// Writes the records of one export; a pass over the store for every array of the file.
class Exporter {
public:
    Exporter(const Store& store, StoreWindows windows, OutputFile& file, const OperationContext& context)
        : m_store(store), m_windows(std::move(windows)), m_file(file), m_context(context),
          m_quiet{context.stop, {}, context.executor} {}

    Status writeRaw()
    {
        return writeRecords([this](std::span<const std::byte> bytes) { return m_file.write(bytes); });
    }

    Status writeNpy()
    {
        ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> header, denseHeader());
        ZR_RETURN_IF_ERROR(m_file.write(header));
        return writeRaw();
    }

    Status writeNpz(bool compress)
    {
        ZipWriter zip(m_file, compress);
        if (m_store.summary().kind == StoreKind::Dense) {
            ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> header, denseHeader());
            ZR_RETURN_IF_ERROR(writeMember(zip, "records.npy", header));
        } else {
            ZR_RETURN_IF_ERROR(writeRaggedMembers(zip));
        }
        return zip.finish();
    }

private:
    Result<std::vector<std::byte>> denseHeader() const
    {
        Shape shape{m_windows.total()};
        const Shape& item = m_store.summary().itemShape;
        shape.insert(shape.end(), item.begin(), item.end());
        return makeNpyHeader(m_store.summary().dtype, shape);
    }

    template <typename Write>
    Status writeRecords(const Write& write)
    {
        ProgressReporter progress(m_context, "exporting records", m_windows.total());
        m_windows.restart();
        while (true) {
            ZR_RETURN_IF_ERROR(progress.checkStop());
            ZR_RETURN_IF_ERROR(m_windows.next(m_window, m_quiet));
            if (m_window.indices.empty())
                break;
            ZR_RETURN_IF_ERROR(write(std::span<const std::byte>(m_window.bytes)));
            ZR_RETURN_IF_ERROR(progress.advance(m_window.indices.size()));
        }
        progress.finish();
        return Status::success();
    }

    Status writeMember(ZipWriter& zip, std::string_view name, std::span<const std::byte> header)
    {
        ZR_RETURN_IF_ERROR(zip.begin(std::string(name)));
        ZR_RETURN_IF_ERROR(zip.write(header));
        ZR_RETURN_IF_ERROR(writeRecords([&](std::span<const std::byte> bytes) { return zip.write(bytes); }));
        return zip.end();
    }

    /// One pass over the shapes; `visit` sees every window's layout.
    template <typename Visit>
    Status forEachLayout(std::string_view stage, const Visit& visit)
    {
        ProgressReporter progress(m_context, stage, m_windows.total());
        m_windows.restart();
        while (true) {
            ZR_RETURN_IF_ERROR(progress.checkStop());
            ZR_RETURN_IF_ERROR(m_windows.nextLayout(m_window, m_quiet));
            if (m_window.indices.empty())
                break;
            ZR_RETURN_IF_ERROR(visit(m_window.layout));
            ZR_RETURN_IF_ERROR(progress.advance(m_window.indices.size()));
        }
        progress.finish();
        return Status::success();
    }

    Status writeRaggedMembers(ZipWriter& zip)
    {
        const DType dtype = m_store.summary().dtype;
        std::uint64_t valueCount = 0;
        std::uint64_t dimensionCount = 0;
        ZR_RETURN_IF_ERROR(forEachLayout("measuring records", [&](const RaggedLayout& layout) {
            const auto sum = checkedAdd(valueCount, layout.offsets.back() / dtype.itemSize());
            dimensionCount += layout.dimensions.size();
            valueCount = sum.value_or(0);
            return sum ? Status::success() : Status(ErrorCode::InvalidArgument, "the selection has more than 2^64 values");
        }));
        ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> header, makeNpyHeader(dtype, Shape{valueCount}));
        ZR_RETURN_IF_ERROR(writeMember(zip, kRaggedValues, header));
        ZR_RETURN_IF_ERROR(writeRunningEnds(zip, kRaggedOffsets, [&](const RaggedLayout& layout, std::size_t i) {
            return (layout.offsets[i + 1] - layout.offsets[i]) / dtype.itemSize();
        }));
        ZR_RETURN_IF_ERROR(beginNumbers(zip, kRaggedShapes, dimensionCount));
        ZR_RETURN_IF_ERROR(forEachLayout("exporting shapes", [&](const RaggedLayout& layout) {
            return writeNumbers(zip, layout.dimensions);
        }));
        ZR_RETURN_IF_ERROR(zip.end());
        return writeRunningEnds(zip, kRaggedShapeOffsets, [](const RaggedLayout& layout, std::size_t i) {
            return layout.shapeOffsets[i + 1] - layout.shapeOffsets[i];
        });
    }

    /// 0 and the running sum of `amount` over all records.
    template <typename Amount>
    Status writeRunningEnds(ZipWriter& zip, std::string_view name, const Amount& amount)
    {
        ZR_RETURN_IF_ERROR(beginNumbers(zip, name, m_windows.total() + 1));
        std::uint64_t end = 0;
        std::vector<std::uint64_t> ends{end};
        ZR_RETURN_IF_ERROR(writeNumbers(zip, ends));
        ZR_RETURN_IF_ERROR(forEachLayout("exporting shapes", [&](const RaggedLayout& layout) {
            ends.clear();
            for (std::size_t i = 0; i < layout.size(); ++i)
                ends.push_back(end += amount(layout, i));
            return writeNumbers(zip, ends);
        }));
        return zip.end();
    }

    static Status beginNumbers(ZipWriter& zip, std::string_view name, std::uint64_t count)
    {
        ZR_ASSIGN_OR_RETURN(const DType dtype, DType::parse("<u8"));
        ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> header, makeNpyHeader(dtype, Shape{count}));
        ZR_RETURN_IF_ERROR(zip.begin(std::string(name)));
        return zip.write(header);
    }

    Status writeNumbers(ZipWriter& zip, const std::vector<std::uint64_t>& numbers)
    {
        m_numbers.resize(numbers.size() * sizeof(std::uint64_t));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            storeLittleEndian<std::uint64_t>(m_numbers.data() + i * sizeof(std::uint64_t), numbers[i]);
        return zip.write(m_numbers);
    }

    const Store& m_store;
    StoreWindows m_windows;
    OutputFile& m_file;
    const OperationContext& m_context;
    const OperationContext m_quiet;
    StoreWindow m_window;
    std::vector<std::byte> m_numbers;
};

Status checkTarget(const Store& store, const std::filesystem::path& target, const ExportOptions& options)
{
    const StoreSummary& summary = store.summary();
    if (liesInside(target, summary.path))
        return Status(ErrorCode::InvalidArgument, "the file would lie in the folder of the store itself")
            .withStore(summary.path.string())
            .withRemedy("Choose a path outside the store.");
    if (options.format == ExportFormat::Npy && summary.kind == StoreKind::Ragged)
        return Status(ErrorCode::Unsupported, "records that each have their own shape do not fit one npy array")
            .withStore(summary.path.string())
            .withRemedy("Export as npz, which keeps the shapes, or as raw.");
    return Status::success();
}

}  // namespace

std::string_view exportFormatName(ExportFormat format)
{
    for (const auto& [value, name] : kFormatNames)
        if (value == format)
            return name;
    return "unknown";
}

Result<ExportFormat> parseExportFormat(std::string_view name)
{
    for (const auto& [value, known] : kFormatNames)
        if (known == name)
            return value;
    return Status(ErrorCode::InvalidArgument, "'" + std::string(name) + "' is not an export format").withRemedy("Use npy, npz or raw.");
}

Result<ExportReport> exportRecords(const Store& store, const std::filesystem::path& target, const ExportOptions& options,
                                   const OperationContext& context)
{
    return withMemoryErrors([&]() -> Result<ExportReport> {
        ZR_ASSIGN_OR_RETURN(StoreWindows windows, StoreWindows::make(store, options.selection, kTransferBytes));
        ZR_RETURN_IF_ERROR(checkTarget(store, target, options));
        ZR_RETURN_IF_ERROR(checkStop(context));
        ZR_ASSIGN_OR_RETURN(OutputFile file, OutputFile::create(target, options.overwrite));
        ExportReport report;
        report.records = windows.total();
        Exporter exporter(store, std::move(windows), file, context);
        switch (options.format) {
        case ExportFormat::Npy:
            ZR_RETURN_IF_ERROR(exporter.writeNpy());
            break;
        case ExportFormat::Npz:
            ZR_RETURN_IF_ERROR(exporter.writeNpz(options.compress));
            break;
        case ExportFormat::Raw:
            ZR_RETURN_IF_ERROR(exporter.writeRaw());
            break;
        }
        report.fileBytes = file.size();
        ZR_RETURN_IF_ERROR(file.commit());
        return report;
    });
}

}  // namespace zrecord
