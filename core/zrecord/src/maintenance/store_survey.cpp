#include "maintenance/store_survey.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "codec/record_codec.h"
#include "format/file_names.h"
#include "format/location_entry.h"
#include "format/store_description.h"
#include "platform/whole_file.h"
#include "store/recovery/side_folder.h"
#include "store/recovery/store_recovery.h"

namespace zrecord {
namespace {

/// At most so many missing files are named one by one.
constexpr std::uint64_t kMostNamed = 1000;

void readHeader(File& meta, StoreSurvey& survey)
{
    MetaImage image{};
    const auto size = meta.size();
    const auto got = meta.readAt(0, image);
    if (!size.ok() || !got.ok()) {
        survey.headerFault = (size.ok() ? got.status() : size.status()).withFile(kMetaFileName, 0);
        return;
    }
    if (*size != kMetaHeaderBytes || *got != kMetaHeaderBytes) {
        survey.headerFault =
            Status(ErrorCode::BadFormat, "the header has " + std::to_string(*size) + " bytes where 32 are expected").withFile(kMetaFileName, 0);
        return;
    }
    survey.fenced = isFence(image);
    if (survey.fenced) {
        auto fenced = decodeFence(image);
        if (fenced.ok())
            survey.header = fenced->header;
        else
            survey.headerFault = fenced.status();
        return;
    }
    auto header = decodeMetaHeader(image);
    if (header.ok())
        survey.header = *header;
    else
        survey.headerFault = header.status();
}

void readDescription(FileSystem& fileSystem, StoreSurvey& survey)
{
    const auto bytes = readWholeFile(fileSystem, survey.path / kStoreFileName, kMaxStoreDescriptionBytes);
    if (!bytes.ok()) {
        survey.descriptionFault = bytes.code() == ErrorCode::NotFound
                                      ? Status(ErrorCode::BadFormat, "the file is missing: what the records are is not known").withFile(kStoreFileName)
                                      : bytes.status();
        return;
    }
    auto description = decodeStoreDescription(*bytes);
    if (description.ok())
        survey.description = std::move(description).value();
    else
        survey.descriptionFault = std::move(description).status().withFile(kStoreFileName);
}

void readDictionary(FileSystem& fileSystem, StoreSurvey& survey)
{
    if (!survey.header)
        return;
    auto bytes = readWholeFile(fileSystem, survey.path / kDictionaryFileName, std::numeric_limits<std::uint32_t>::max());
    const bool wanted = survey.header->codec == Codec::ZstdDict;
    if (bytes.code() == ErrorCode::NotFound) {
        if (wanted)
            survey.dictionaryFault = Status(ErrorCode::DictionaryError, "the dictionary is missing").withFile(kDictionaryFileName);
    } else if (!wanted) {
        survey.dictionaryFault =
            Status(ErrorCode::DictionaryError, "the store has a dictionary, but its codec uses none").withFile(kDictionaryFileName);
    } else if (!bytes.ok()) {
        survey.dictionaryFault = bytes.status();
    } else if (const auto codec = makeRecordCodec(Codec::ZstdDict, *bytes); bytes->empty() || !codec.ok()) {
        survey.dictionaryFault = (bytes->empty() ? Status(ErrorCode::DictionaryError, "the dictionary is empty") : codec.status()).withFile(kDictionaryFileName);
    } else if (survey.description) {
        survey.description->dictionary = std::move(bytes).value();
    }
    if (survey.description)
        survey.description->codec = survey.header->codec;
}

Status listFiles(FileSystem& fileSystem, StoreSurvey& survey)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, fileSystem.list(survey.path));
    for (const FolderEntry& entry : entries) {
        const auto chunk = parseNumberedName(entry.name, "chunk");
        const auto segment = parseNumberedName(entry.name, "loc");
        if ((chunk || segment) && entry.type == EntryType::File) {
            ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(survey.path / entry.name, OpenMode::Read));
            ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, file->size());
            (chunk ? survey.chunks : survey.segments).push_back({chunk ? *chunk : *segment, bytes});
        } else if (entry.name != kMetaFileName && entry.name != kStoreFileName && entry.name != kDictionaryFileName && entry.name != kSideFolder) {
            survey.strangers.push_back(entry.name);
        }
    }
    std::ranges::sort(survey.chunks, {}, &NumberedFile::number);
    std::ranges::sort(survey.segments, {}, &NumberedFile::number);
    std::ranges::sort(survey.strangers);
    return {};
}

void lookForInterruptedChange(FileSystem& fileSystem, const StoreLimits& limits, File& meta, StoreSurvey& survey)
{
    if (!survey.fenced || !survey.header || !survey.description)
        return;
    auto state = recoverStore({fileSystem, limits, survey.path, meta, survey.isRagged(), Access::ReadOnly, Durability::Power});
    if (!state.ok()) {
        survey.recoveryFault = state.status();
        return;
    }
    survey.header = state->header;
    survey.pending = std::move(state->pending);
    survey.recovery = std::move(state->note);
}

void addFault(IssueList& issues, const char* kind, Status fault)
{
    issues.add(kind, IssueSeverity::Error, fault);
}

Status missing(std::string name, std::string why)
{
    return Status(ErrorCode::BadFormat, "the file is missing" + std::move(why)).withFile(name);
}

/// The first numbers below `count` that no file has.
std::vector<std::uint64_t> gaps(const std::vector<NumberedFile>& files, std::uint64_t count)
{
    std::vector<std::uint64_t> numbers;
    std::uint64_t expected = 0;
    const auto upTo = [&](std::uint64_t end) {
        for (; expected < end && numbers.size() < kMostNamed; ++expected)
            numbers.push_back(expected);
    };
    for (const NumberedFile& file : files) {
        if (file.number >= count)
            break;
        upTo(file.number);
        expected = file.number + 1;
    }
    upTo(count);
    return numbers;
}

void listChunkFaults(const StoreSurvey& survey, IssueList& issues)
{
    const MetaHeader& header = *survey.header;
    // Files that wait to take their places were checked against the journal.
    if (!survey.pending.newFiles.empty())
        return;
    for (const std::uint64_t number : gaps(survey.chunks, std::uint64_t{header.tailChunk} + 1))
        addFault(issues, "missing_file",
                 missing(chunkFileName(number), "; the header says that the last chunk is number " + std::to_string(header.tailChunk)));
    for (const NumberedFile& file : survey.chunks) {
        const std::string name = chunkFileName(file.number);
        if (file.number == header.tailChunk && file.bytes < header.tailOffset)
            addFault(issues, "short_file", Status(ErrorCode::BadFormat, "the file has " + std::to_string(file.bytes) + " bytes, but the header says that " +
                                                                            std::to_string(header.tailOffset) + " are in use")
                                               .withFile(name, file.bytes));
        if (file.number > header.tailChunk)
            issues.add("orphan_file", IssueSeverity::Warning,
                       Status(ErrorCode::BadFormat, "the file lies behind the last chunk, number " + std::to_string(header.tailChunk)).withFile(name, 0));
    }
}

void listTableFaults(const StoreSurvey& survey, const StoreLimits& limits, IssueList& issues)
{
    const MetaHeader& header = *survey.header;
    if (!survey.pending.newFiles.empty())
        return;
    const std::uint64_t perSegment = limits.entriesPerSegment;
    const std::uint64_t count = header.length == 0 ? 0 : (header.length - 1) / perSegment + 1;
    for (const std::uint64_t number : gaps(survey.segments, count))
        addFault(issues, "missing_file", missing(locationFileName(number), "; the header counts " + std::to_string(header.length) + " entries"));
    for (const NumberedFile& file : survey.segments) {
        const std::string name = locationFileName(file.number);
        // Those behind the end are what a delete of many records leaves.
        if (file.number >= count)
            continue;
        const std::uint64_t wanted = std::min(perSegment, header.length - file.number * perSegment);
        if (file.bytes / kLocationEntryBytes < wanted)
            addFault(issues, "short_file", Status(ErrorCode::BadFormat, "the record table has " + std::to_string(file.bytes / kLocationEntryBytes) +
                                                                            " whole entries in this file where the header promises " + std::to_string(wanted))
                                               .withFile(name, file.bytes));
    }
}

}  // namespace

Result<StoreSurvey> surveyStore(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, File& meta)
{
    StoreSurvey survey;
    survey.path = path;
    readHeader(meta, survey);
    readDescription(fileSystem, survey);
    ZR_RETURN_IF_ERROR(listFiles(fileSystem, survey));
    completeSurvey(fileSystem, limits, meta, survey);
    return survey;
}

void completeSurvey(FileSystem& fileSystem, const StoreLimits& limits, File& meta, StoreSurvey& survey)
{
    readDictionary(fileSystem, survey);
    lookForInterruptedChange(fileSystem, limits, meta, survey);
}

std::uint64_t entriesPresent(const StoreSurvey& survey, const StoreLimits& limits)
{
    std::uint64_t entries = 0;
    for (const NumberedFile& file : survey.segments) {
        if (file.number != entries / limits.entriesPerSegment || entries % limits.entriesPerSegment != 0)
            break;
        entries += std::min(file.bytes / kLocationEntryBytes, limits.entriesPerSegment);
    }
    return entries;
}

void listStructureFaults(const StoreSurvey& survey, const StoreLimits& limits, IssueList& issues)
{
    if (!survey.headerFault.ok())
        addFault(issues, "bad_header", survey.headerFault);
    if (!survey.recoveryFault.ok())
        addFault(issues, "interrupted_change", survey.recoveryFault);
    else if (survey.recovery.action != RecoveryAction::None)
        issues.add("interrupted_change", IssueSeverity::Warning, Status(ErrorCode::RecoveryNeeded, survey.recovery.text).withFile(kMetaFileName, 0));
    if (!survey.descriptionFault.ok())
        addFault(issues, "bad_description", survey.descriptionFault);
    if (!survey.dictionaryFault.ok())
        addFault(issues, "bad_dictionary", survey.dictionaryFault);
    if (!survey.header)
        return;
    if (survey.isRagged() && survey.header->length % 2 != 0)
        addFault(issues, "bad_header", Status(ErrorCode::BadFormat, "a ragged store has two entries for each record, but the header counts " +
                                                                        std::to_string(survey.header->length))
                                           .withFile(kMetaFileName, 14));
    listChunkFaults(survey, issues);
    listTableFaults(survey, limits, issues);
}

Result<std::unique_ptr<StoreCore>> openRemains(FileSystem& fileSystem, const StoreLimits& limits, const StoreSurvey& survey, LockedMeta meta,
                                               Access access)
{
    const auto named = [&](Status status) { return std::move(status).withStore(survey.path.string()); };
    if (!survey.header)
        return named(survey.headerFault);
    if (!survey.description)
        return named(survey.descriptionFault);
    const bool needsDictionary = survey.header->codec == Codec::ZstdDict;
    if (needsDictionary && !survey.dictionaryFault.ok())
        return named(survey.dictionaryFault);
    MetaHeader header = *survey.header;
    if (survey.pending.newFiles.empty())
        header.length = std::min(header.length, entriesPresent(survey, limits));
    header.length -= header.length % survey.perRecord();
    auto codec = makeRecordCodec(header.codec, survey.description->dictionary);
    if (!codec.ok())
        return named(std::move(codec).status());
    return std::make_unique<StoreCore>(StoreCore::Parts{fileSystem, limits, survey.path, *survey.description, header, access,
                                                        std::move(meta.file), std::move(meta.lock), std::move(codec).value(), ReadMode::Pread,
                                                        Durability::Power, survey.recovery, survey.pending});
}

}  // namespace zrecord
