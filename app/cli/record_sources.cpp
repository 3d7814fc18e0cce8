#include "record_sources.h"

#include <algorithm>

#include "text_layout.h"

namespace zrecord::cli {
namespace {

void beginRagged(ImportBatch& batch)
{
    batch.records = 0;
    batch.bytes.clear();
    batch.layout.offsets.assign(1, 0);
    batch.layout.shapeOffsets.assign(1, 0);
    batch.layout.dimensions.clear();
}

void addText(ImportBatch& batch, std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    batch.bytes.insert(batch.bytes.end(), bytes.begin(), bytes.end());
    batch.layout.offsets.push_back(batch.bytes.size());
    batch.layout.dimensions.push_back(text.size());
    batch.layout.shapeOffsets.push_back(batch.layout.dimensions.size());
    ++batch.records;
}

ImportDescription textDescription()
{
    ImportDescription description;
    description.format = ImportFormat::Text;
    description.kind = StoreKind::Ragged;
    return description;
}

Status closedSource()
{
    return Status(ErrorCode::Closed, "the source is closed");
}

/// Raw records of one width from a pipe or a person.
class RawStreamSource : public ImportSource {
public:
    RawStreamSource(StandardInput& input, const ImportOptions& options, std::uint64_t width)
        : m_input(input), m_width(width)
    {
        m_description.format = ImportFormat::Raw;
        m_description.dtype = *options.dtype;
        m_description.itemShape = options.itemShape;
    }

    const ImportDescription& description() const override { return m_description; }
    void close() override { m_closed = true; }

    Status next(ImportBatch& batch, std::uint64_t maxBytes) override
    {
        if (m_closed)
            return closedSource();
        const std::uint64_t wanted = std::max<std::uint64_t>(maxBytes / m_width, 1) * m_width;
        batch.bytes.resize(static_cast<std::size_t>(wanted));
        ZR_ASSIGN_OR_RETURN(const std::uint64_t got, m_input.read(batch.bytes));
        if (got % m_width != 0)
            return Status(ErrorCode::BadFormat, "standard input ends with " + counted(got % m_width, "byte") + " of a record of " + std::to_string(m_width))
                .withRemedy("Check --dtype and --shape, and that nothing was cut off.");
        batch.bytes.resize(got);
        batch.records = got / m_width;
        return {};
    }

private:
    StandardInput& m_input;
    std::uint64_t m_width;
    bool m_closed = false;
    ImportDescription m_description;
};

/// Lines from a pipe or a person.
class LineStreamSource : public ImportSource {
public:
    LineStreamSource(StandardInput& input, bool skipEmpty)
        : m_input(input), m_skipEmpty(skipEmpty), m_description(textDescription())
    {
    }

    const ImportDescription& description() const override { return m_description; }
    void close() override { m_closed = true; }

    Status next(ImportBatch& batch, std::uint64_t maxBytes) override
    {
        if (m_closed)
            return closedSource();
        beginRagged(batch);
        std::string line;
        while (batch.bytes.size() < maxBytes) {
            ZR_ASSIGN_OR_RETURN(const bool any, m_input.readLine(line));
            if (!any)
                break;
            ++m_line;
            if (!line.empty() && line.back() == '\r')
                line.pop_back();
            if (line.empty() && m_skipEmpty)
                continue;
            if (line.empty())
                return Status(ErrorCode::RecordTooLarge, "line " + std::to_string(m_line) + " of standard input is empty, and a record has at least one byte")
                    .withRemedy("Add --skip-empty-lines to leave empty lines out.");
            addText(batch, line);
        }
        return {};
    }

private:
    StandardInput& m_input;
    bool m_skipEmpty;
    bool m_closed = false;
    std::uint64_t m_line = 0;
    ImportDescription m_description;
};

class ChainedSource : public ImportSource {
public:
    ChainedSource(std::vector<std::unique_ptr<ImportSource>> sources, ImportDescription description)
        : m_sources(std::move(sources)), m_description(std::move(description))
    {
    }

    const ImportDescription& description() const override { return m_description; }

    Status next(ImportBatch& batch, std::uint64_t maxBytes) override
    {
        for (; m_at < m_sources.size(); ++m_at) {
            ZR_RETURN_IF_ERROR(m_sources[m_at]->next(batch, maxBytes));
            if (batch.records != 0)
                return {};
            m_sources[m_at]->close();
        }
        batch.records = 0;
        batch.bytes.clear();
        return {};
    }

    void close() override
    {
        for (const auto& source : m_sources)
            source->close();
    }

private:
    std::vector<std::unique_ptr<ImportSource>> m_sources;
    std::size_t m_at = 0;
    ImportDescription m_description;
};

Result<std::unique_ptr<ImportSource>> openStandardInput(const ImportOptions& options, Session& session)
{
    if (options.format == ImportFormat::Text)
        return std::unique_ptr<ImportSource>(std::make_unique<LineStreamSource>(session.in(), options.skipEmptyLines));
    if (options.format != ImportFormat::Raw)
        return Status(ErrorCode::Unsupported, "standard input is read as raw records or as lines of text only").withRemedy("Add --format raw or --format text, or name a file.");
    StoreDescription record;
    record.dtype = *options.dtype;
    record.itemShape = options.itemShape;
    ZR_ASSIGN_OR_RETURN(const std::uint64_t width, record.recordBytes());
    return std::unique_ptr<ImportSource>(std::make_unique<RawStreamSource>(session.in(), options, width));
}

}  // namespace

Result<std::unique_ptr<ImportSource>> openAllSources(std::span<const std::string> files, const ImportOptions& options, Session& session)
{
    std::vector<std::unique_ptr<ImportSource>> sources;
    ImportDescription whole;
    for (const std::string& file : files) {
        ZR_ASSIGN_OR_RETURN(std::unique_ptr<ImportSource> source, file == "-" ? openStandardInput(options, session) : openImportSource(file, options));
        const ImportDescription& one = source->description();
        if (sources.empty()) {
            whole = one;
        } else {
            if (one.kind != whole.kind || !(one.dtype == whole.dtype) || one.itemShape != whole.itemShape)
                return Status(ErrorCode::WrongKind, "'" + file + "' holds " + one.dtype.displayName() + " " + shapeText(one.itemShape) + ", but '" + files.front() +
                                  "' holds " + whole.dtype.displayName() + " " + shapeText(whole.itemShape))
                    .withRemedy("Import files that differ into stores of their own.");
            whole.records = whole.records && one.records ? std::optional(*whole.records + *one.records) : std::nullopt;
        }
        sources.push_back(std::move(source));
    }
    if (sources.size() == 1)
        return std::move(sources.front());
    return std::unique_ptr<ImportSource>(std::make_unique<ChainedSource>(std::move(sources), std::move(whole)));
}

}  // namespace zrecord::cli
