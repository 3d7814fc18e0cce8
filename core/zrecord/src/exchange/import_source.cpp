#include "zrecord/import_source.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/memory_guard.h"
#include "exchange/dense_source.h"
#include "exchange/idx_source.h"
#include "exchange/inflate_stream.h"
#include "exchange/input_file.h"
#include "exchange/npy_source.h"
#include "exchange/npz_source.h"
#include "exchange/text_source.h"

namespace zrecord {
namespace {

constexpr std::array<std::pair<ImportFormat, std::string_view>, 6> kFormatNames{{
    {ImportFormat::Auto, "auto"},
    {ImportFormat::Npy, "npy"},
    {ImportFormat::Npz, "npz"},
    {ImportFormat::Idx, "idx"},
    {ImportFormat::Text, "text"},
    {ImportFormat::Raw, "raw"},
}};

constexpr std::array<std::string_view, 9> kTextEndings{".txt", ".text", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".md", ".log"};

/// A file as it was opened: its unpacked bytes, and its size when it is not packed.
struct OpenedFile {
    std::shared_ptr<InputFile> file;
    std::unique_ptr<PeekedStream> stream;
    bool packed = false;

    [[nodiscard]] std::optional<std::uint64_t> plainSize() const
    {
        return packed ? std::nullopt : std::optional(file->size());
    }
};

bool beginsWith(std::span<const std::byte> bytes, std::string_view text)
{
    return bytes.size() >= text.size() && std::string_view(reinterpret_cast<const char*>(bytes.data()), text.size()) == text;
}

Result<OpenedFile> openFile(const std::filesystem::path& path, const ImportLimits& limits)
{
    OpenedFile opened;
    ZR_ASSIGN_OR_RETURN(opened.file, InputFile::open(path));
    opened.stream = std::make_unique<PeekedStream>(std::make_unique<FileStream>(opened.file, 0, opened.file->size()));
    ZR_ASSIGN_OR_RETURN(const std::span<const std::byte> front, opened.stream->peek(2));
    if (beginsWith(front, "\x1F\x8B")) {
        opened.packed = true;
        opened.stream = std::make_unique<PeekedStream>(std::make_unique<InflateStream>(std::move(opened.stream), InflateStream::Kind::Gzip,
                                                                                      mayGrowTo(opened.file->size(), limits.ratio)));
    }
    return opened;
}

std::string lowerEnding(std::filesystem::path path)
{
    const auto ending = [](const std::filesystem::path& p) {
        std::string text = p.extension().string();
        std::transform(text.begin(), text.end(), text.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        return text;
    };
    if (ending(path) == ".gz")
        path.replace_extension();
    return ending(path);
}

Result<ImportFormat> detectFormat(OpenedFile& opened, const std::filesystem::path& path, const ImportOptions& options)
{
    ZR_ASSIGN_OR_RETURN(const std::span<const std::byte> front, opened.stream->peek(8));
    if (beginsWith(front, "\x93NUMPY"))
        return ImportFormat::Npy;
    if (beginsWith(front, "PK\x03\x04") || beginsWith(front, "PK\x05\x06"))
        return ImportFormat::Npz;
    if (options.dtype)
        return ImportFormat::Raw;
    if (looksLikeIdx(front))
        return ImportFormat::Idx;
    const std::string ending = lowerEnding(path);
    if (std::find(kTextEndings.begin(), kTextEndings.end(), ending) != kTextEndings.end())
        return ImportFormat::Text;
    if (ending == ".npy")
        return ImportFormat::Npy;
    if (ending == ".npz")
        return ImportFormat::Npz;
    return Status(ErrorCode::InvalidArgument, "the format of the file cannot be told from its content or its name")
        .withFile(path.string())
        .withRemedy("Name the format: npy, npz, idx, text, or raw with a dtype and a shape.");
}

Result<std::unique_ptr<ImportSource>> openRaw(OpenedFile opened, const ImportOptions& options)
{
    if (!options.dtype)
        return Status(ErrorCode::InvalidArgument, "raw records have no header, so their dtype must be given")
            .withFile(opened.file->name())
            .withRemedy("Give the dtype, and the shape of one record unless it is a scalar.");
    ImportDescription description;
    description.format = ImportFormat::Raw;
    description.dtype = *options.dtype;
    description.itemShape = options.itemShape;
    if (const auto size = opened.plainSize()) {
        auto recordBytes = recordBytesOf(description);
        if (!recordBytes)
            return std::move(recordBytes).status().withFile(opened.file->name());
        if (*size % *recordBytes != 0)
            return badInput(opened.file->name(), *size - *size % *recordBytes,
                            "the file has " + std::to_string(*size) + " bytes, which are not whole records of " +
                                std::to_string(*recordBytes) + " bytes");
        description.records = *size / *recordBytes;
    }
    return DenseSource::make(std::move(description), std::move(opened.stream));
}

Result<std::unique_ptr<ImportSource>> openAs(ImportFormat format, OpenedFile opened, const ImportOptions& options)
{
    switch (format) {
    case ImportFormat::Npy: {
        std::optional<FileRange> range;
        if (!opened.packed)
            range = FileRange{opened.file, 0, opened.file->size()};
        return openNpySource(std::move(opened.stream), range, ImportFormat::Npy, options.limits);
    }
    case ImportFormat::Npz:
        if (opened.packed)
            return Status(ErrorCode::Unsupported, "a zip archive inside a gzip file cannot be read")
                .withFile(opened.file->name())
                .withRemedy("Unpack the gzip file first.");
        return openNpzSource(std::move(opened.file), options);
    case ImportFormat::Idx: {
        const auto size = opened.plainSize();
        return openIdxSource(std::move(opened.stream), size);
    }
    case ImportFormat::Text:
        return std::unique_ptr<ImportSource>(std::make_unique<TextSource>(std::move(opened.stream), options.skipEmptyLines));
    case ImportFormat::Raw:
        return openRaw(std::move(opened), options);
    case ImportFormat::Auto:
        break;
    }
    return Status(ErrorCode::InvalidArgument, "this is not an import format");
}

}  // namespace

std::string_view importFormatName(ImportFormat format)
{
    for (const auto& [value, name] : kFormatNames)
        if (value == format)
            return name;
    return "unknown";
}

Result<ImportFormat> parseImportFormat(std::string_view name)
{
    for (const auto& [value, known] : kFormatNames)
        if (known == name)
            return value;
    return Status(ErrorCode::InvalidArgument, "'" + std::string(name) + "' is not an import format")
        .withRemedy("Use auto, npy, npz, idx, text or raw.");
}

Result<std::unique_ptr<ImportSource>> openImportSource(const std::filesystem::path& file, const ImportOptions& options)
{
    return withMemoryErrors([&]() -> Result<std::unique_ptr<ImportSource>> {
        ZR_ASSIGN_OR_RETURN(OpenedFile opened, openFile(file, options.limits));
        ImportFormat format = options.format;
        if (format == ImportFormat::Auto) {
            ZR_ASSIGN_OR_RETURN(format, detectFormat(opened, file, options));
        }
        return openAs(format, std::move(opened), options);
    });
}

}  // namespace zrecord
