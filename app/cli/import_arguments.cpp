#include "import_arguments.h"

#include "record_sources.h"

namespace zrecord::cli {

void ImportArguments::declare(ArgumentParser& parser, std::string dtypeHelp)
{
    parser.positionals("FILES", m_files, "Files with records, read in this order; '-' is standard input (raw or text).", ArgumentParser::Need::Required);
    parser.choice("--format", m_format, {"auto", "npy", "npz", "idx", "text", "raw"}, "What the files are. Default: auto, seen from their first bytes.");
    parser.option("--member", m_member, "NAME", "npz: the array to read.");
    parser.flag("--members-are-records", m_membersAreRecords, "npz: every array is one ragged record.");
    parser.flag("--skip-empty-lines", m_skipEmptyLines, "text: leave empty lines out instead of refusing them.");
    parser.option("-d,--dtype", m_dtype, "DTYPE", std::move(dtypeHelp));
    parser.option("-s,--shape", m_shape, "SHAPE", "Shape of one record; raw records need it unless they are single values.");
}

Result<std::optional<DType>> ImportArguments::dtype() const
{
    if (!m_dtype)
        return std::optional<DType>();
    ZR_ASSIGN_OR_RETURN(DType dtype, DType::parse(*m_dtype));
    return std::optional<DType>(std::move(dtype));
}

Result<std::optional<Shape>> ImportArguments::shape() const
{
    if (!m_shape)
        return std::optional<Shape>();
    ZR_ASSIGN_OR_RETURN(Shape shape, parseShape(*m_shape));
    return std::optional<Shape>(std::move(shape));
}

Result<ImportOptions> ImportArguments::options(const StoreSummary* fallback) const
{
    ImportOptions options;
    ZR_ASSIGN_OR_RETURN(options.format, parseImportFormat(m_format));
    options.member = m_member;
    options.membersAreRecords = m_membersAreRecords;
    options.skipEmptyLines = m_skipEmptyLines;
    if (options.format != ImportFormat::Raw)
        return options;
    ZR_ASSIGN_OR_RETURN(options.dtype, dtype());
    ZR_ASSIGN_OR_RETURN(const std::optional<Shape> itemShape, shape());
    if (!options.dtype && fallback)
        options.dtype = fallback->dtype;
    if (!options.dtype)
        return Status(ErrorCode::InvalidArgument, "raw files do not say what their records are").withRemedy("Give --dtype, and --shape unless a record is a single value.");
    options.itemShape = itemShape ? *itemShape : fallback ? fallback->itemShape : Shape();
    return options;
}

Result<std::unique_ptr<ImportSource>> ImportArguments::open(Session& session, const StoreSummary* fallback) const
{
    ZR_ASSIGN_OR_RETURN(const ImportOptions importOptions, options(fallback));
    return openAllSources(m_files, importOptions, session);
}

}  // namespace zrecord::cli
