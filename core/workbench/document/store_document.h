#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QString>

#include <zrecord/status.h>
#include <zrecord/store_stats.h>

#include "workbench/document/index_remap.h"
#include "workbench/document/stream_set.h"
#include "workbench/jobs/mailbox.h"
#include "workbench/jobs/workbench_runtime.h"

namespace zrecord::workbench {

class ValueNames;

/// One stream of a document, as known without reading a record.
struct StreamInfo {
    QString name;                     ///< folder name
    StoreSummary summary;
    std::optional<StoreStats> stats;  ///< once computed for the present state
    std::shared_ptr<const ValueNames> names;  ///< of its values; nullptr when there are none
};

/// One opened path: a store, or an aligned set of stores with one record count. Everything that touches the disk happens
/// on a worker and is answered by a signal; the object itself lives on the GUI thread and is owned by DocumentSession.
/// Opens read-only. Editing means: closed, opened again with the exclusive lock, and checked anew.
class StoreDocument : public QObject {
    Q_OBJECT
public:
    enum class State {
        Closed,
        Opening,    ///< also while editing is switched or the store is read anew: the old records stay readable in caches
        Open,
        Changing,   ///< applying or compacting
        Failed      ///< openStatus() says why
    };
    Q_ENUM(State)

    StoreDocument(const QString& path, WorkbenchRuntime& runtime, QObject* parent = nullptr);
    ~StoreDocument() override;

    /// The folder that a path means: absolute, clean, without a trailing meta.zr or store.zr. Touches no disk.
    [[nodiscard]] static QString documentPath(const QString& path);

    /// Starts opening read-only; ends with opened() or failed().
    void open();
    /// Closes and opens again with the same access; for stores that changed on disk.
    void reload();
    /// Ends with editableChanged(), or failed() and the document as readable as before.
    void enableEditing();
    void disableEditing();

    [[nodiscard]] const QString& path() const noexcept { return m_path; }  ///< absolute, clean
    [[nodiscard]] QString name() const;                                    ///< last part of the path
    [[nodiscard]] State state() const noexcept { return m_state; }
    [[nodiscard]] bool isOpen() const noexcept { return m_streams != nullptr; }
    [[nodiscard]] bool isAlignedSet() const noexcept { return m_isSet; }
    [[nodiscard]] bool isEditable() const noexcept { return m_editable; }
    [[nodiscard]] bool isBusy() const noexcept { return m_state == State::Opening || m_state == State::Changing; }
    /// Why editing cannot be enabled at all: streams of unequal length.
    [[nodiscard]] const std::optional<AlignmentFault>& alignmentFault() const noexcept { return m_fault; }
    [[nodiscard]] const Status& openStatus() const noexcept { return m_openStatus; }

    [[nodiscard]] const std::vector<StreamInfo>& streams() const noexcept { return m_infos; }
    [[nodiscard]] std::uint64_t recordCount() const noexcept { return m_recordCount; }  ///< that every stream has
    [[nodiscard]] std::uint64_t generation() const noexcept { return m_generation; }
    /// For workers; nullptr unless open. Answers Closed once the document is closed or switched.
    [[nodiscard]] std::shared_ptr<const RecordSource> source() const { return m_streams; }
    [[nodiscard]] std::shared_ptr<const StreamSet> streamSet() const { return m_streams; }

    /// Deletes that undoRemoval() takes back one after the other, newest first; also those of earlier days.
    [[nodiscard]] const std::vector<UndoableRemoval>& undoableRemovals() const noexcept { return m_undoable; }

    /// Starts a job that counts live and dead bytes (one pass over the location tables). Runs by itself after opening and
    /// after changes while the tables are small; otherwise when asked. Returns nullptr when not open.
    Job* computeStatistics();
    [[nodiscard]] bool hasStatistics() const noexcept;
    [[nodiscard]] bool isComputingStatistics() const noexcept { return !m_statisticsJob.isNull(); }
    /// Records × streams up to which statistics run without being asked.
    static constexpr std::uint64_t kAutomaticStatistics = 20'000'000;

    /// Checks every stream; ends with verified(). nullptr when not open.
    Job* verify(const VerifyOptions& options = {});
    /// Ends with forecastReady() or failed().
    Job* forecastCompaction();
    /// Removes the records from all streams in one step. Ends with recordsRemapped() and changesApplied(), or failed().
    /// nullptr (and failed()) when the document is not editable or busy, or the set is empty.
    /// `before` runs on the worker first; nothing is removed if it fails.
    Job* applyRemoval(const RecordRanges& records, std::function<Status()> before = {});
    /// Takes the newest delete back in all streams. Ends with recordsRemapped() and removalUndone(), or failed(). nullptr and
    /// `before` as above.
    Job* undoRemoval(std::function<Status()> before = {});
    /// Gives dead space back. Ends with compacted(), or failed(). nullptr as above.
    Job* compact();
    /// Appends the records of a file to a single store. Ends with sourceReplaced() and appended(), or failed(). nullptr as
    /// above.
    Job* append(const QString& file);

Q_SIGNALS:
    void opened();
    /// State, counts or summaries changed.
    void changed();
    void editableChanged(bool editable);
    /// Records moved: follow them with the remap. Comes before changed().
    void recordsRemapped(const zrecord::workbench::IndexRemap& remap, std::uint64_t newCount);
    /// A new source under a new generation; which record is where may have changed without our knowledge.
    void sourceReplaced();
    void statisticsChanged();
    void verified(const std::vector<zrecord::workbench::StreamVerification>& reports);
    void forecastReady(const std::vector<zrecord::CompactionForecast>& forecasts);
    void changesApplied(const zrecord::workbench::AppliedChanges& changes);
    void removalUndone(const zrecord::workbench::RestoredRecords& restored);
    void compacted(const zrecord::workbench::CompactedStreams& result);
    void appended(const zrecord::workbench::AppendedRecords& result);
    /// Not for cancelled jobs.
    void failed(const zrecord::Status& status);

private:
    struct Opened {
        std::shared_ptr<StreamSet> streams;
        std::vector<StoreSummary> summaries;
        std::vector<std::shared_ptr<const ValueNames>> names;
        std::vector<UndoableRemoval> undoable;
    };
    /// What a worker brings back: the streams as they are open now, and why the wanted access was refused.
    struct Switched {
        std::optional<Opened> now;
        Status status;
    };
    static Result<Opened> openOn(const QString& path, Access access, std::uint64_t generation);
    static Switched switchOn(const std::shared_ptr<StreamSet>& old, const QString& path, Access wanted,
                             std::uint64_t generation);
    void switchAccess(Access wanted);
    void adopt(Opened opened);
    void finishSwitch(Switched switched);
    void setState(State state);
    [[nodiscard]] Status checkChangeable() const;
    [[nodiscard]] Job* refuse(Status status);
    [[nodiscard]] Status withPath(Status status) const;
    void finishRemoval(Job& job, Result<AppliedChanges> result);
    void finishUndo(Job& job, Result<RestoredRecords> result);
    /// Says so, and reads the store anew if records have moved all the same.
    void takeFailure(Status status);
    void takeMoves(const IndexRemap& remap, std::uint64_t generation, const std::vector<StoreSummary>& summaries, std::vector<UndoableRemoval> undoable);
    void finishAppend(Job& job, Result<AppendedRecords> result);
    void finishCompaction(Job& job, Result<CompactedStreams> result);
    void takeSummaries(const std::vector<StoreSummary>& summaries);
    Job* startStatistics(bool unasked);
    void refreshStatistics();
    void stopStatistics();

    QString m_path;
    WorkbenchRuntime& m_runtime;
    State m_state = State::Closed;
    std::shared_ptr<StreamSet> m_streams;
    std::vector<StreamInfo> m_infos;
    std::vector<UndoableRemoval> m_undoable;
    std::optional<AlignmentFault> m_fault;
    Status m_openStatus;
    std::uint64_t m_recordCount = 0;
    std::uint64_t m_generation = 0;
    bool m_isSet = false;
    bool m_editable = false;
    bool m_statisticsWanted = false;
    QPointer<Job> m_statisticsJob;
    MailboxOwner m_mailbox;
};

}  // namespace zrecord::workbench
