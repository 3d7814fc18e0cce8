#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "maintenance/backup_manifest.h"
#include "maintenance/store_survey.h"
#include "zrecord/maintenance/store_backup.h"

namespace zrecord {

/// In the hidden folder of a backup, held by the process that makes it.
inline constexpr char kBackupLockName[] = ".zrx-lock";

/// One stream of a source, locked and found whole.
struct BackupSource {
    std::string name;  ///< empty for a single store
    std::filesystem::path path;
    LockedMeta meta;
    StoreSurvey survey;
};

/// A file that belongs into the backup, and how much of it.
struct WantedFile {
    std::string name;
    std::uint64_t bytes = 0;
};
Result<std::vector<WantedFile>> wantedFiles(FileSystem& fileSystem, const StoreLimits& limits, const BackupSource& source);

/// Fills the hidden folder of one stream. What an earlier run finished there is kept; what is unchanged since the backup before
/// is linked from it; the rest is copied, made durable and read back.
class BackupWriter {
public:
    /// `before`: the stream's folder in the backup before, which need not exist.
    BackupWriter(FileSystem& fileSystem, const BackupSource& source, std::filesystem::path folder, std::filesystem::path before)
        : m_fileSystem(fileSystem), m_source(source), m_folder(std::move(folder)), m_before(std::move(before))
    {
    }

    Status run(const std::vector<WantedFile>& files, bool verifyKept, ProgressReporter& progress);
    /// The header and the list of files: the folder is a store from now on.
    Status finish();
    [[nodiscard]] const BackupReport::Stream& report() const noexcept { return m_report; }

private:
    Status prepare();
    Status bring(const WantedFile& file, bool verifyKept, ProgressReporter& progress);
    Result<bool> linkFromBefore(const WantedFile& file, const FileStamp& stamp, bool verifyKept, ProgressReporter& progress);
    Status copy(const WantedFile& file, const FileStamp& stamp, ProgressReporter& progress);
    Status keepPart(BackedUpFile file);

    FileSystem& m_fileSystem;
    const BackupSource& m_source;
    std::filesystem::path m_folder;
    std::filesystem::path m_before;
    std::vector<BackedUpFile> m_beforeFiles;
    std::vector<BackedUpFile> m_partFiles;  ///< of the interrupted run
    std::vector<BackedUpFile> m_files;      ///< that are in place now
    BackupReport::Stream m_report;
};

}  // namespace zrecord
