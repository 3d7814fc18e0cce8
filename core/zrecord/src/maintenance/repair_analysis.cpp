#include "maintenance/repair_analysis.h"

#include <algorithm>
#include <string>
#include <utility>

#include "format/file_names.h"
#include "format/store_description.h"
#include "platform/whole_file.h"
#include "store/location_reader.h"
#include "store/recovery/side_folder.h"
#include "store/verifier.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kMostMissingChunks = 10'000;
constexpr std::uint64_t kSampledEntries = 1000;

std::string count(std::uint64_t number, const char* one)
{
    return std::to_string(number) + " " + one + (number == 1 ? "" : "s");
}

/// Copies of store.zr beside the store, the newest first.
std::vector<std::filesystem::path> descriptionCopies(FileSystem& fileSystem, const std::filesystem::path& store)
{
    const std::filesystem::path side = store / kSideFolder;
    std::vector<std::filesystem::path> copies{side / kStoreFileName};
    if (const auto entries = fileSystem.list(side / "salvage"); entries.ok()) {
        std::vector<std::string> names;
        for (const FolderEntry& entry : *entries)
            if (entry.type == EntryType::Folder)
                names.push_back(entry.name);
        std::ranges::sort(names, std::greater<>());
        for (const std::string& name : names)
            copies.push_back(side / "salvage" / name / kStoreFileName);
    }
    return copies;
}

void findDescription(FileSystem& fileSystem, const RepairOptions& options, RepairAnalysis& analysis)
{
    StoreSurvey& survey = analysis.survey;
    if (survey.description)
        return;
    if (options.description) {
        survey.description = options.description;
    } else {
        for (const std::filesystem::path& copy : descriptionCopies(fileSystem, survey.path)) {
            const auto bytes = readWholeFile(fileSystem, copy, kMaxStoreDescriptionBytes);
            auto description = bytes.ok() ? decodeStoreDescription(*bytes) : Result<StoreDescription>(bytes.status());
            if (!description.ok())
                continue;
            survey.description = std::move(description).value();
            analysis.descriptionCopy = copy;
            break;
        }
    }
    analysis.newDescription = survey.description.has_value();
}

/// What the record table says about the width of the records, for who has to name dtype and shape.
std::string widthHint(FileSystem& fileSystem, const StoreLimits& limits, const StoreSurvey& survey)
{
    const std::uint64_t entries = std::min({survey.header->length, entriesPresent(survey, limits), kSampledEntries});
    std::vector<LocationEntry> sample(entries);
    StoreFiles files(fileSystem, survey.path, limits);
    if (entries == 0 || !LocationReader(files).read(0, sample).ok())
        return {};
    const bool same = std::ranges::all_of(sample, [&](const LocationEntry& entry) { return entry.logicLength == sample.front().logicLength; });
    return same ? " Every record has " + count(sample.front().logicLength, "byte") + "." : " The records differ in size, so the store is ragged.";
}

/// A description that was given must fit what is there: a wrong one would make every record look damaged.
Status checkGivenDescription(FileSystem& fileSystem, const StoreLimits& limits, const StoreSurvey& survey)
{
    ZR_ASSIGN_OR_RETURN(const std::uint64_t width, survey.description->recordBytes());
    const std::uint64_t entries = std::min({survey.header->length, entriesPresent(survey, limits), kSampledEntries});
    std::vector<LocationEntry> sample(entries);
    StoreFiles files(fileSystem, survey.path, limits);
    if (entries == 0 || survey.isRagged() || !LocationReader(files).read(0, sample).ok())
        return {};
    if (std::ranges::any_of(sample, [&](const LocationEntry& entry) { return entry.logicLength == width; }))
        return {};
    return Status(ErrorCode::InvalidArgument, "dtype and shape make records of " + count(width, "byte") + ", but those of the store have " +
                                                  std::to_string(sample.front().logicLength));
}

bool isLost(const StoreFinding& issue)
{
    return issue.kind == "bad_entry" || issue.kind == "decode_failed" || issue.kind == "read_failed" || issue.kind == "bad_shape" ||
           issue.kind == "mispaired";
}

/// Takes the findings of a check apart.
class Findings {
public:
    Findings(const StoreSurvey& survey, std::uint64_t records) : m_survey(survey), m_lost(records) {}

    void add(const StoreFinding& issue)
    {
        if (!issue.hasRecord || issue.record >= m_lost.size())
            return;
        if (issue.kind == "duplicate")
            m_doubled.push_back(issue.record);
        if (!isLost(issue))
            return;
        m_lost[issue.record] = true;
        // A chunk that is there and cannot be read is the device's fault: nothing may be thrown away for it.
        const auto number = parseNumberedName(issue.file, "chunk");
        if (issue.kind == "read_failed" && m_fault.ok() && number &&
            std::ranges::binary_search(m_survey.chunks, *number, {}, &NumberedFile::number))
            m_fault = Status(ErrorCode::IoError, "the records cannot be judged: " + issue.message).withFile(issue.file, issue.offset);
    }

    void moveTo(RepairAnalysis& analysis)
    {
        std::uint64_t& readable = analysis.readable;
        for (readable = m_lost.size(); readable > 0 && m_lost[readable - 1]; --readable) {
        }
        for (std::uint64_t record = 0; record < readable; ++record)
            if (m_lost[record])
                analysis.damaged.push_back(record);
        std::ranges::sort(m_doubled);
        for (const std::uint64_t record : m_doubled)
            if (record < readable && !m_lost[record] && (analysis.doubled.empty() || analysis.doubled.back() != record))
                analysis.doubled.push_back(record);
        if (!m_fault.ok())
            analysis.blocked = m_fault;
    }

private:
    const StoreSurvey& m_survey;
    std::vector<bool> m_lost;
    std::vector<std::uint64_t> m_doubled;
    Status m_fault;
};

Status checkRecords(FileSystem& fileSystem, const StoreLimits& limits, RepairAnalysis& analysis, std::uint64_t keptIssues,
                    const OperationContext& context)
{
    const StoreSurvey& survey = analysis.survey;
    LockedMeta reader;
    ZR_ASSIGN_OR_RETURN(reader.file, fileSystem.open(survey.path / kMetaFileName, OpenMode::Read));
    auto core = openRemains(fileSystem, limits, survey, std::move(reader));
    if (!core.ok()) {
        analysis.blocked = std::move(core).status();
        return {};
    }
    Findings findings(survey, (*core)->records());
    VerifyHooks hooks;
    hooks.found = [&](const StoreFinding& issue) { findings.add(issue); };
    CheckSettings options;
    options.maxIssues = keptIssues;
    ZR_ASSIGN_OR_RETURN(CheckReport report, auditStore(**core, options, context, hooks));
    analysis.checked = true;
    analysis.listed = (*core)->records();
    analysis.issues = std::move(report.issues);
    analysis.issueCount = report.issueCount;
    findings.moveTo(analysis);
    if (analysis.readable == 0 && analysis.recordsBefore() > 0 && analysis.blocked.ok())
        analysis.blocked = Status(ErrorCode::BadFormat, "not one of the " + count(analysis.recordsBefore(), "record") + " can be read")
                               .withRemedy("Restore the missing files from a copy: a repair would throw everything away.");
    return {};
}

void lookAtChunks(RepairAnalysis& analysis)
{
    const StoreSurvey& survey = analysis.survey;
    if (!survey.pending.newFiles.empty())
        return;
    std::uint64_t expected = 0;
    for (const NumberedFile& file : survey.chunks) {
        if (file.number > survey.header->tailChunk)
            break;
        for (; expected < file.number && analysis.missingChunks.size() < kMostMissingChunks; ++expected)
            analysis.missingChunks.push_back(expected);
        expected = file.number + 1;
        if (file.number == survey.header->tailChunk)
            analysis.extendTail = file.bytes < survey.header->tailOffset;
    }
    for (; expected <= survey.header->tailChunk && analysis.missingChunks.size() < kMostMissingChunks; ++expected)
        analysis.missingChunks.push_back(expected);
    if (!analysis.missingChunks.empty() && analysis.missingChunks.back() == survey.header->tailChunk)
        analysis.extendTail = survey.header->tailOffset > 0;
    if (analysis.missingChunks.size() == kMostMissingChunks)
        analysis.blocked = Status(ErrorCode::BadFormat, "the header says that the last chunk is number " + std::to_string(survey.header->tailChunk) +
                                                            ", but most of the chunks are not there")
                               .withFile(kMetaFileName, 6)
                               .withRemedy("Restore meta.zr from a copy of the store.");
}

std::string doubledText(const RepairAnalysis& analysis, const RepairCut& cut)
{
    const std::size_t all = cut.doubled.size();
    const auto own = static_cast<std::size_t>(
        std::ranges::count_if(cut.doubled, [&](std::uint64_t record) { return std::ranges::binary_search(analysis.doubled, record); }));
    if (own == all)
        return count(all, "record") + (all == 1 ? " is a second copy of another" : " are second copies of others") + ", as an interrupted delete leaves them; " +
               (all == 1 ? "the copy is deleted." : "the copies are deleted.");
    return count(all, "record") + (all == 1 ? " goes" : " go") + " from every stream, since one of them holds a second copy of another record in that place" +
           (own == 0 ? "." : " (this one: " + std::to_string(own) + ").");
}

}  // namespace

Result<RepairAnalysis> analyseForRepair(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path,
                                        const RepairOptions& options, Access access, const OperationContext& context,
                                        std::uint64_t keptIssues)
{
    RepairAnalysis analysis;
    ZR_ASSIGN_OR_RETURN(analysis.meta, openLockedMeta(fileSystem, path, access, false));
    ZR_ASSIGN_OR_RETURN(analysis.survey, surveyStore(fileSystem, limits, path, *analysis.meta.file));
    const StoreSurvey& survey = analysis.survey;
    if (!survey.header) {
        analysis.blocked = Status(survey.headerFault).withRemedy("Restore meta.zr from a copy of the store: what it says stands nowhere else.");
        return analysis;
    }
    findDescription(fileSystem, options, analysis);
    if (!survey.description) {
        analysis.blocked = Status(survey.descriptionFault)
                               .withRemedy("Name what the records are, with the dtype and the shape of the store or a copy of store.zr." +
                                           widthHint(fileSystem, limits, survey));
        return analysis;
    }
    if (analysis.newDescription) {
        // The dictionary, and a change that may be pending, could not be looked at without it.
        completeSurvey(fileSystem, limits, *analysis.meta.file, analysis.survey);
        if (analysis.descriptionCopy.empty())
            ZR_RETURN_IF_ERROR(checkGivenDescription(fileSystem, limits, survey));
    }
    lookAtChunks(analysis);
    if (analysis.blocked.ok())
        ZR_RETURN_IF_ERROR(checkRecords(fileSystem, limits, analysis, keptIssues, context));
    return analysis;
}

RepairCut suggestedCut(const RepairAnalysis& analysis, const RepairOptions& options)
{
    return {analysis.readable, options.removeDamaged ? analysis.damaged : std::vector<std::uint64_t>(), analysis.doubled};
}

RepairPlan describeRepair(const RepairAnalysis& analysis, const RepairCut& cut)
{
    const StoreSurvey& survey = analysis.survey;
    RepairPlan plan;
    plan.blocked = analysis.blocked;
    plan.recordsBefore = analysis.recordsBefore();
    plan.recordsAfter = plan.recordsBefore;
    const auto add = [&](std::string action, std::string text, std::string file, std::vector<std::uint64_t> records = {}) {
        plan.steps.push_back({std::move(action), std::move(text), std::move(file), std::move(records)});
    };
    if (analysis.finishes())
        add("finish_change", survey.recovery.text, kMetaFileName);
    if (analysis.newDescription)
        add("rebuild_description", analysis.descriptionCopy.empty() ? "store.zr is written anew from the dtype and the shape that were named."
                                                                    : "store.zr is restored from a copy in the store's side folder.",
            kStoreFileName);
    if (!survey.dictionaryFault.ok() && survey.header && survey.header->codec != Codec::ZstdDict)
        add("set_aside_dictionary", "dict.zr is moved out: the codec of the store uses no dictionary.", kDictionaryFileName);
    if (!analysis.checked || !analysis.blocked.ok())
        return plan;
    for (const std::uint64_t number : analysis.missingChunks)
        add("create_chunk", "An empty chunk takes the place of the missing one: its records are lost.", chunkFileName(number));
    if (analysis.extendTail)
        add("extend_chunk", "The last chunk is extended to the size that the header says; nothing refers to what is added.",
            chunkFileName(survey.header->tailChunk));
    if (analysis.liftsFence())
        add("lift_fence", "The mark of an interrupted change is taken from the header: what would finish the change is lost.", kMetaFileName);
    plan.recordsAfter = cut.records;
    if (cut.records < plan.recordsBefore) {
        std::vector<std::uint64_t> gone;
        for (std::uint64_t record = cut.records; record < analysis.listed; ++record)
            gone.push_back(record);
        const char* const why = cut.records < analysis.readable ? " cannot be read in every stream" : " cannot be read";
        add("lower_length", "The last " + count(plan.recordsBefore - cut.records, "record") + why + "; the store then ends with record " + std::to_string(cut.records - 1) + ".",
            kMetaFileName, std::move(gone));
    } else if (survey.header->length % survey.perRecord() != 0) {
        add("lower_length", "The header counts half a record; it is taken off.", kMetaFileName);
    }
    if (!cut.damaged.empty())
        add("remove_damaged", count(cut.damaged.size(), "damaged record") + (cut.damaged.size() == 1 ? " is" : " are") + " deleted; the last records move into the places.", {},
            cut.damaged);
    if (!cut.doubled.empty())
        add("remove_doubled", doubledText(analysis, cut), {}, cut.doubled);
    plan.recordsAfter -= cut.damaged.size() + cut.doubled.size();
    for (const StoreFinding& issue : analysis.issues) {
        const bool cutOff = issue.hasRecord && issue.record >= cut.records;
        const bool removed = std::ranges::binary_search(cut.damaged, issue.record) || std::ranges::binary_search(cut.doubled, issue.record);
        if (!cutOff && !removed) {
            plan.remaining.push_back(issue);
            ++plan.remainingCount;
        }
    }
    const bool hides = analysis.extendTail || !analysis.missingChunks.empty();
    if (hides && cut.damaged.size() < static_cast<std::size_t>(std::ranges::count_if(analysis.damaged, [&](std::uint64_t record) { return record < cut.records; })))
        plan.blocked = Status(ErrorCode::CorruptRecord, count(analysis.damaged.size(), "record") + " in the middle of the store lost their bytes, and a chunk that is "
                                                                                                   "extended or made anew would show zeros in their place")
                           .withRemedy("Let the damaged records be removed, or restore the chunk from a copy.");
    return plan;
}

}  // namespace zrecord
