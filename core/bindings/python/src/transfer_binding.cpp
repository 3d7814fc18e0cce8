#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings.h"
#include "creation_options.h"
#include "index_argument.h"
#include "long_operation.h"
#include "status_error.h"
#include "store_handle.h"
#include "zrecord/aligned_set.h"
#include "zrecord/export_target.h"
#include "zrecord/import_source.h"

namespace zrecord::python {
namespace {

struct FileChoice {
    std::string format;
    std::string member;
    bool membersAreRecords = false;
};

std::unique_ptr<ImportSource> openFile(const std::filesystem::path& file, const FileChoice& choice)
{
    ImportOptions options;
    options.format = take(parseImportFormat(choice.format));
    options.member = choice.member;
    options.membersAreRecords = choice.membersAreRecords;
    return take(openImportSource(file, options));
}

std::uint64_t importNew(const std::filesystem::path& file, const std::filesystem::path& path, const std::string& format,
                        const std::string& member, bool membersAreRecords, bool ragged, std::string_view codec,
                        const OptionalBytes& dictionary, std::optional<int> level, nb::handle progress)
{
    const std::unique_ptr<ImportSource> source = openFile(file, {format, member, membersAreRecords});
    NewStoreOptions options;
    options.codec = take(parseCodec(codec));
    options.dictionary = bytesOf(dictionary);
    options.create = creationWith(level);
    if (ragged)
        options.kind = StoreKind::Ragged;
    std::optional<Result<ImportReport>> outcome;
    runLong(progress, [&](const OperationContext& context) { outcome.emplace(importAsNewStore(*source, path, options, context)); });
    return take(std::move(*outcome)).records;
}

std::uint64_t appendFile(StoreHandle& handle, const std::filesystem::path& file, const std::string& format,
                         const std::string& member, bool membersAreRecords, nb::handle progress)
{
    const std::shared_ptr<Store> store = handle.store();
    const std::unique_ptr<ImportSource> source = openFile(file, {format, member, membersAreRecords});
    ImportReport report;
    Status status;
    runLong(progress, [&](const OperationContext& context) { status = importInto(*source, *store, report, context); });
    check(std::move(status));
    return report.records;
}

std::uint64_t exportFile(StoreHandle& handle, const std::filesystem::path& file, const std::string& format, nb::handle index,
                         bool compress, bool overwrite, nb::handle progress)
{
    const std::shared_ptr<Store> store = handle.store();
    ExportOptions options;
    options.format = take(parseExportFormat(format));
    options.compress = compress;
    options.overwrite = overwrite;
    if (!index.is_none())
        options.selection = neighbouringRanges(IndexArgument(index, store->size(), handle.path()).indices());
    std::optional<Result<ExportReport>> outcome;
    runLong(progress, [&](const OperationContext& context) { outcome.emplace(exportRecords(*store, file, options, context)); });
    return take(std::move(*outcome)).records;
}

}  // namespace

void bindTransfers(nb::module_& module)
{
    module.def("import_new", importNew, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
               nb::arg().none(), nb::arg().none(), nb::arg().none());
    module.def("append_file", appendFile, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
    module.def("export_file", exportFile, nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg().none());
    module.def("stream_names", &AlignedSet::streamNames);
}

}  // namespace zrecord::python
