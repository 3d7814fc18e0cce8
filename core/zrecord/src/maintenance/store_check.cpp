#include "maintenance/store_checker.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/memory_guard.h"
#include "maintenance/store_survey.h"
#include "maintenance/verify_state.h"
#include "platform/whole_file.h"
#include "store/auditing/record_sums.h"
#include "store/verifier.h"
#include "zrecord/aligned_set.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::chrono::seconds kSaveInterval{5};
constexpr std::uint64_t kLargestState = std::uint64_t{1} << 30;

/// Keeps the last checkpoint and writes it now and then; a half-written state file never replaces a whole one.
class StateKeeper {
public:
    StateKeeper(FileSystem& fileSystem, std::filesystem::path path, std::uint64_t store, bool decode)
        : m_fileSystem(fileSystem), m_path(std::move(path)), m_store(store), m_decode(decode), m_saved(std::chrono::steady_clock::now())
    {
    }

    /// Where an earlier check of the same store, in the same state, ended. A note says why there is nothing to go on from.
    Result<VerifyCheckpoint> load(std::string& note) const
    {
        const auto bytes = readWholeFile(m_fileSystem, m_path, kLargestState);
        if (bytes.code() == ErrorCode::NotFound)
            return VerifyCheckpoint{};
        if (!bytes.ok())
            return bytes.status();
        auto state = decodeVerifyState(*bytes);
        if (!state.ok())
            return std::move(state).status().withFile(m_path.string());
        if (state->store == m_store && state->decode == m_decode)
            return std::move(state->checkpoint);
        note = state->store != m_store ? "The state file is that of another store, or the store was changed since; the check began anew."
                                       : "The state file is that of a check of the other depth; the check began anew.";
        return VerifyCheckpoint{};
    }

    Status keep(VerifyCheckpoint checkpoint)
    {
        m_latest = std::move(checkpoint);
        return std::chrono::steady_clock::now() - m_saved < kSaveInterval ? Status() : save();
    }

    /// For the end of a check that did not get through.
    Status save()
    {
        if (!m_latest)
            return {};
        m_saved = std::chrono::steady_clock::now();
        std::filesystem::path unfinished = m_path;
        unfinished += ".tmp";
        static_cast<void>(m_fileSystem.removeFile(unfinished).ok());
        {
            ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(unfinished, OpenMode::CreateNew));
            ZR_RETURN_IF_ERROR(file->writeAt(0, encodeVerifyState({m_store, m_decode, *m_latest})));
            ZR_RETURN_IF_ERROR(file->sync());
        }
        return m_fileSystem.rename(unfinished, m_path);
    }

    Status remove() const
    {
        Status removed = m_fileSystem.removeFile(m_path);
        return removed.code() == ErrorCode::NotFound ? Status() : removed;
    }

private:
    FileSystem& m_fileSystem;
    std::filesystem::path m_path;
    std::uint64_t m_store;
    bool m_decode;
    std::chrono::steady_clock::time_point m_saved;
    std::optional<VerifyCheckpoint> m_latest;
};

/// Nothing is noted beside a store that a repair may change yet.
RecordSums::Noting notingOf(const CheckOptions& options, StoreCheck& check)
{
    if (options.noteSums == SumNoting::Nothing)
        return RecordSums::Noting::Nothing;
    if (!check.openFault.ok()) {
        check.note = "No checksums were noted: the store cannot be opened as it is.";
        return RecordSums::Noting::Nothing;
    }
    return options.noteSums == SumNoting::All ? RecordSums::Noting::All : RecordSums::Noting::Missing;
}

Status checkOptions(const CheckOptions& options)
{
    if (options.noteSums == SumNoting::Nothing || (options.stateFile.empty() && options.verify.decode && !options.verify.stopAtFirst))
        return {};
    return Status(ErrorCode::InvalidArgument, "checksums are noted by a check that reads every record, in one go")
        .withRemedy("Leave the state file, the quick check and the end at the first fault out.");
}

Result<CheckReport> checkRecords(const StoreCore& core, std::uint64_t fingerprint, const CheckOptions& options, const OperationContext& context,
                                  StoreCheck& check)
{
    VerifyHooks hooks;
    if (options.found)
        hooks.found = [&](const StoreFinding& finding) { options.found(core.path(), finding); };
    std::unique_ptr<RecordSums> sums;
    // What an unfinished change shows in memory may stand in other places than it did.
    if (options.noteSums != SumNoting::Nothing && core.recovery().action != RecoveryAction::None)
        check.note = "No checksums were noted: a change of the store is unfinished.";
    if (options.verify.decode && core.recovery().action == RecoveryAction::None) {
        ZR_ASSIGN_OR_RETURN(sums, RecordSums::open(core, notingOf(options, check)));
        hooks.sums = sums->isIdle() ? nullptr : sums.get();
    }
    if (options.stateFile.empty()) {
        auto report = auditStore(core, options.verify, context, hooks);
        if (report.ok() && report->complete && sums != nullptr)
            ZR_RETURN_IF_ERROR(sums->commit());
        return report;
    }
    StateKeeper keeper(core.fileSystem(), options.stateFile, fingerprint, options.verify.decode);
    ZR_ASSIGN_OR_RETURN(hooks.from, keeper.load(check.note));
    check.resumedAt = hooks.from.phase == VerifyPhase::Records ? hooks.from.next : 0;
    hooks.step = [&](VerifyCheckpoint checkpoint) { return keeper.keep(std::move(checkpoint)); };
    auto report = auditStore(core, options.verify, context, hooks);
    if (report.ok() && report->complete)
        ZR_RETURN_IF_ERROR(keeper.remove());
    else if (Status saved = keeper.save(); report.ok() && !saved.ok())
        return saved;
    return report;
}

/// The structure's findings stand in front: what is wrong with the records often follows from them.
void putInFront(CheckReport structure, const CheckSettings& options, CheckReport& report)
{
    report.issueCount += structure.issueCount;
    report.issues.insert(report.issues.begin(), std::make_move_iterator(structure.issues.begin()), std::make_move_iterator(structure.issues.end()));
    const std::uint64_t most = options.stopAtFirst ? std::min<std::uint64_t>(options.maxIssues, 1) : options.maxIssues;
    if (report.issues.size() > most)
        report.issues.resize(most);
    if (options.stopAtFirst && report.issueCount > 1)
        report.issueCount = 1;
}

Status firstFault(const StoreSurvey& survey, const CheckReport& structure)
{
    for (const Status* fault : {&survey.headerFault, &survey.recoveryFault, &survey.descriptionFault, &survey.dictionaryFault})
        if (!fault->ok())
            return Status(*fault).withStore(survey.path.string());
    for (const StoreFinding& issue : structure.issues)
        if (issue.severity == IssueSeverity::Error)
            return Status(ErrorCode::BadFormat, issue.message).withFile(issue.file, issue.offset).withStore(survey.path.string());
    return {};
}

using Pair = std::pair<std::uint64_t, std::uint64_t>;

StoreFinding mispaired(const Pair& pair, const std::string& doubled, const std::string& whole)
{
    StoreFinding issue;
    issue.kind = "mispaired";
    issue.message = "in stream " + doubled + " record " + std::to_string(pair.first) + " is a second copy of record " + std::to_string(pair.second) +
                    ", in stream " + whole + " it is not: the two no longer belong together";
    issue.hasRecord = true;
    issue.record = pair.first;
    issue.hasOther = true;
    issue.otherRecord = pair.second;
    return issue;
}

/// Records that one stream holds twice and another does not.
void findMispaired(SetCheck& result, std::uint64_t maxIssues)
{
    std::map<Pair, std::vector<std::size_t>> doubled;
    std::vector<std::size_t> looked;
    for (std::size_t i = 0; i < result.streams.size(); ++i) {
        if (!result.streams[i].failure.ok())
            continue;
        looked.push_back(i);
        for (const StoreFinding& issue : result.streams[i].check.report.issues)
            if (issue.kind == "duplicate" && issue.hasOther)
                doubled[{issue.record, issue.otherRecord}].push_back(i);
    }
    for (const auto& [pair, streams] : doubled) {
        if (streams.size() == looked.size())
            continue;
        for (const std::size_t whole : looked) {
            if (std::ranges::find(streams, whole) != streams.end())
                continue;
            if (result.issues.size() < maxIssues)
                result.issues.push_back(mispaired(pair, result.streams[streams.front()].stream, result.streams[whole].stream));
        }
    }
}

/// Streams of unequal length, by their headers.
void compareLengths(const std::filesystem::path& folder, SetCheck& result)
{
    const auto set = AlignedSet::open(folder);
    if (!set.ok() || !set->alignment())
        return;
    StoreFinding issue;
    issue.kind = "unequal_lengths";
    issue.message = set->alignment()->message();
    result.issues.push_back(std::move(issue));
}

}  // namespace

Result<StoreCheck> checkStoreOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const CheckOptions& options,
                                const OperationContext& context)
{
    const auto named = [&](Status status) { return std::move(status).withStore(path.string()); };
    ZR_RETURN_IF_ERROR(checkOptions(options));
    const Access access = options.noteSums == SumNoting::Nothing ? Access::ReadOnly : Access::ReadWrite;
    auto meta = openLockedMeta(fileSystem, path, access, false);
    if (meta.code() == ErrorCode::NotFound)
        return Status(ErrorCode::NotFound, "there is no store at " + path.string());
    if (!meta.ok())
        return named(std::move(meta).status());
    auto surveyed = surveyStore(fileSystem, limits, path, *meta->file);
    if (!surveyed.ok())
        return named(std::move(surveyed).status());
    const StoreSurvey survey = std::move(surveyed).value();
    CheckReport structure;
    IssueList issues(options.verify.maxIssues);
    listStructureFaults(survey, limits, issues);
    issues.moveTo(structure);
    StoreCheck check;
    check.openFault = firstFault(survey, structure);
    const bool ended = options.verify.stopAtFirst && structure.issueCount > 0;
    auto core = openRemains(fileSystem, limits, survey, std::move(meta).value(), access);
    if (core.ok() && !ended) {
        auto report = checkRecords(**core, storeFingerprint(survey), options, context, check);
        if (!report.ok())
            return named(std::move(report).status());
        check.report = std::move(report).value();
    } else {
        check.report.complete = false;
    }
    putInFront(std::move(structure), options.verify, check.report);
    return check;
}

Result<StoreCheck> checkStore(const std::filesystem::path& path, const CheckOptions& options, const OperationContext& context)
{
    return withMemoryErrors([&] { return checkStoreOn(posixFileSystem(), {}, path, options, context); });
}

Result<SetCheck> checkSet(const std::filesystem::path& folder, const CheckOptions& options, const OperationContext& context)
{
    const std::vector<std::string> names = AlignedSet::streamNames(folder);
    if (names.empty())
        return Status(ErrorCode::NotFound, "the folder " + folder.string() + " holds no store");
    SetCheck result;
    for (const std::string& name : names) {
        CheckOptions own = options;
        if (!own.stateFile.empty())
            own.stateFile += "." + name;
        StreamCheck& stream = result.streams.emplace_back();
        stream.stream = name;
        stream.path = folder / name;
        auto check = checkStore(stream.path, own, context);
        if (check.code() == ErrorCode::Cancelled)
            return std::move(check).status();
        if (check.ok())
            stream.check = std::move(check).value();
        else
            stream.failure = std::move(check).status();
        if (options.verify.stopAtFirst && (!stream.failure.ok() || stream.check.report.issueCount > 0))
            return result;
    }
    compareLengths(folder, result);
    findMispaired(result, options.verify.maxIssues);
    return result;
}

}  // namespace zrecord
