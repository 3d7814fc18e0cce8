#include "maintenance/repair_apply.h"

#include <chrono>
#include <mutex>
#include <utility>

#include "format/file_names.h"
#include "format/store_description.h"
#include "maintenance/repair_backup.h"
#include "store/record_remover.h"
#include "store/recovery/side_folder.h"
#include "store/recovery/store_recovery.h"

namespace zrecord {
namespace {

std::int64_t now()
{
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Status writeDescription(FileSystem& fileSystem, const StoreSurvey& survey)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, encodeStoreDescription(*survey.description));
    const std::filesystem::path unfinished = survey.path / kSideFolder / (std::string(kStoreFileName) + ".tmp");
    static_cast<void>(fileSystem.removeFile(unfinished).ok());
    {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(unfinished, OpenMode::CreateNew));
        ZR_RETURN_IF_ERROR(file->writeAt(0, bytes));
        ZR_RETURN_IF_ERROR(file->sync());
    }
    ZR_RETURN_IF_ERROR(fileSystem.rename(unfinished, survey.path / kStoreFileName));
    return fileSystem.syncFolder(survey.path);
}

Status mendChunks(FileSystem& fileSystem, const RepairAnalysis& analysis)
{
    const StoreSurvey& survey = analysis.survey;
    for (const std::uint64_t number : analysis.missingChunks) {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(survey.path / chunkFileName(number), OpenMode::OpenOrCreate));
        ZR_RETURN_IF_ERROR(file->sync());
    }
    if (analysis.extendTail) {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(survey.path / chunkFileName(survey.header->tailChunk), OpenMode::ReadWrite));
        ZR_RETURN_IF_ERROR(file->truncate(survey.header->tailOffset));
        ZR_RETURN_IF_ERROR(file->sync());
    }
    return analysis.missingChunks.empty() ? Status() : fileSystem.syncFolder(survey.path);
}

/// One write of the header lifts the fence and lowers the length together.
Status writeHeader(RepairAnalysis& analysis, const RepairCut& cut)
{
    MetaHeader header = *analysis.survey.header;
    header.length = cut.records * analysis.survey.perRecord();
    if (header == *analysis.survey.header && !analysis.liftsFence())
        return {};
    ZR_RETURN_IF_ERROR(analysis.meta.file->writeAt(0, encodeMetaHeader(header)));
    ZR_RETURN_IF_ERROR(analysis.meta.file->sync());
    analysis.survey.header = header;
    analysis.survey.fenced = false;
    return {};
}

Status copyWhatChanges(RepairBackup& backup, const RepairAnalysis& analysis, const RepairCut& cut, const StoreLimits& limits)
{
    const std::filesystem::path& store = analysis.survey.path;
    ZR_RETURN_IF_ERROR(backup.copyFile(store / kMetaFileName));
    if (analysis.newDescription)
        ZR_RETURN_IF_ERROR(backup.copyFile(store / kStoreFileName));
    ZR_RETURN_IF_ERROR(backup.copyFile(store / kSideFolder / "journal"));
    if (analysis.checked)
        ZR_RETURN_IF_ERROR(backup.copyEntries(analysis, cut, limits));
    return backup.sync();
}

Status finishChange(FileSystem& fileSystem, const StoreLimits& limits, RepairAnalysis& analysis)
{
    const auto state = recoverStore({fileSystem, limits, analysis.survey.path, *analysis.meta.file, analysis.survey.isRagged(), Access::ReadWrite, Durability::Power});
    if (!state.ok())
        return state.status();
    ZR_ASSIGN_OR_RETURN(analysis.survey, surveyStore(fileSystem, limits, analysis.survey.path, *analysis.meta.file));
    return {};
}

}  // namespace

Result<std::filesystem::path> applyRepair(FileSystem& fileSystem, const StoreLimits& limits, RepairAnalysis& analysis, const RepairCut& cut)
{
    ZR_ASSIGN_OR_RETURN(RepairBackup backup, RepairBackup::create(fileSystem, analysis.survey.path, now()));
    ZR_RETURN_IF_ERROR(copyWhatChanges(backup, analysis, cut, limits));
    if (analysis.newDescription)
        ZR_RETURN_IF_ERROR(writeDescription(fileSystem, analysis.survey));
    if (analysis.finishes())
        ZR_RETURN_IF_ERROR(finishChange(fileSystem, limits, analysis));
    const StoreSurvey& survey = analysis.survey;
    if (!survey.dictionaryFault.ok() && survey.header->codec != Codec::ZstdDict)
        ZR_RETURN_IF_ERROR(backup.moveFile(survey.path / kDictionaryFileName));
    ZR_RETURN_IF_ERROR(mendChunks(fileSystem, analysis));
    const bool lifted = analysis.liftsFence();
    ZR_RETURN_IF_ERROR(writeHeader(analysis, cut));
    if (lifted)
        static_cast<void>(fileSystem.removeFile(survey.path / kSideFolder / "journal").ok());
    return backup.folder();
}

Status removeCut(FileSystem& fileSystem, const StoreLimits& limits, const RepairAnalysis& analysis, const RepairCut& cut, const OperationContext& context)
{
    std::vector<std::uint64_t> records = cut.damaged;
    records.insert(records.end(), cut.doubled.begin(), cut.doubled.end());
    if (records.empty())
        return {};
    ZR_ASSIGN_OR_RETURN(const StoreSurvey survey, surveyStore(fileSystem, limits, analysis.survey.path, *analysis.meta.file));
    LockedMeta meta;
    ZR_ASSIGN_OR_RETURN(meta.file, fileSystem.open(survey.path / kMetaFileName, OpenMode::ReadWrite));
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<StoreCore> core, openRemains(fileSystem, limits, survey, std::move(meta), Access::ReadWrite));
    const std::lock_guard writer(core->writeMutex());
    return removeRecords(*core, records, context).status();
}

}  // namespace zrecord
