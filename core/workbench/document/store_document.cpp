#include "workbench/document/store_document.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "workbench/messages/model_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/viewdata/value_names.h"

namespace zrecord::workbench {
namespace {

std::filesystem::path toPath(const QString& path) {
    return std::filesystem::path(path.toStdU16String());
}

}  // namespace

StoreDocument::StoreDocument(const QString& path, WorkbenchRuntime& runtime, QObject* parent)
    : QObject(parent), m_path(documentPath(path)), m_runtime(runtime), m_mailbox(this) {}

QString StoreDocument::documentPath(const QString& path) {
    const QFileInfo info(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    const bool isPart = info.fileName() == QLatin1String("meta.zr") || info.fileName() == QLatin1String("store.zr");
    return isPart ? info.absolutePath() : info.absoluteFilePath();
}

StoreDocument::~StoreDocument() {
    stopStatistics();
    // Closing waits for readers and may sync: not here.
    if (m_streams)
        m_runtime.loader().run([streams = std::move(m_streams)] { static_cast<void>(streams->close()); });
}

QString StoreDocument::name() const {
    return QFileInfo(m_path).fileName();
}

void StoreDocument::setState(State state) {
    m_state = state;
    Q_EMIT changed();
}

Status StoreDocument::withPath(Status status) const {
    return std::move(status).withStore(m_path.toStdString());
}

// --- Opening and switching ------------------------------------------------------------------------------------------

Result<StoreDocument::Opened> StoreDocument::openOn(const QString& path, Access access, std::uint64_t generation) {
    ZR_ASSIGN_OR_RETURN(std::shared_ptr<StreamSet> streams, StreamSet::open(toPath(path), access, generation));
    ZR_ASSIGN_OR_RETURN(std::vector<StoreSummary> summaries, streams->summaries());
    std::vector<std::shared_ptr<const ValueNames>> names;
    for (std::size_t stream = 0; stream < streams->streamCount(); ++stream)
        names.push_back(ValueNames::read(streams->isAlignedSet() ? path + u'/' + QString::fromStdString(streams->streamName(stream)) : path));
    std::vector<UndoableRemoval> undoable = streams->undoableRemovals();
    return Opened{std::move(streams), std::move(summaries), std::move(names), std::move(undoable)};
}

StoreDocument::Switched StoreDocument::switchOn(const std::shared_ptr<StreamSet>& old, const QString& path, Access wanted,
                                                std::uint64_t generation) {
    Switched switched;
    if (old)
        switched.status = old->close();
    Result<Opened> opened = openOn(path, wanted, generation);
    if (opened.ok()) {
        switched.now = std::move(opened).value();
        return switched;
    }
    switched.status = std::move(opened).status();
    // Reading goes on when writing was refused.
    if (wanted == Access::ReadWrite) {
        if (Result<Opened> readable = openOn(path, Access::ReadOnly, generation); readable.ok())
            switched.now = std::move(readable).value();
    }
    return switched;
}

void StoreDocument::open() {
    if (m_state == State::Closed || m_state == State::Failed)
        switchAccess(Access::ReadOnly);
}

void StoreDocument::reload() {
    if (!isBusy())
        switchAccess(m_editable ? Access::ReadWrite : Access::ReadOnly);
}

void StoreDocument::enableEditing() {
    if (m_editable || isBusy() || !isOpen())
        return;
    if (m_fault) {
        Q_EMIT failed(withPath(Status(ErrorCode::WrongKind, m_fault->message())
                                   .withRemedy("Repair the shorter or longer stream first; the set stays readable.")));
        return;
    }
    switchAccess(Access::ReadWrite);
}

void StoreDocument::disableEditing() {
    if (m_editable && !isBusy())
        switchAccess(Access::ReadOnly);
}

void StoreDocument::switchAccess(Access wanted) {
    stopStatistics();
    setState(State::Opening);
    auto box = m_mailbox.box();
    m_runtime.loader().run([this, box, old = m_streams, path = m_path, wanted, generation = m_generation + 1] {
        auto switched = std::make_shared<Switched>(switchOn(old, path, wanted, generation));
        box->post([this, switched] { finishSwitch(std::move(*switched)); });
    });
}

void StoreDocument::finishSwitch(Switched switched) {
    const bool first = !m_streams;
    const bool wasEditable = m_editable;
    m_openStatus = switched.status;
    if (switched.now) {
        adopt(std::move(*switched.now));
        setState(State::Open);
    } else {
        m_streams.reset();
        m_editable = false;
        m_openStatus = withPath(std::move(m_openStatus));
        setState(State::Failed);
    }
    if (first && isOpen())
        Q_EMIT opened();
    else
        Q_EMIT sourceReplaced();
    if (wasEditable != m_editable)
        Q_EMIT editableChanged(m_editable);
    if (!m_openStatus.ok())
        Q_EMIT failed(m_openStatus);
    refreshStatistics();
}

void StoreDocument::adopt(Opened opened) {
    m_streams = std::move(opened.streams);
    m_generation = m_streams->generation();
    m_isSet = m_streams->isAlignedSet();
    m_editable = m_streams->access() == Access::ReadWrite;
    m_fault = m_streams->alignment();
    m_infos.clear();
    for (std::size_t stream = 0; stream < m_streams->streamCount(); ++stream)
        m_infos.push_back({QString::fromStdString(m_streams->streamName(stream)), std::move(opened.summaries[stream]), {}, std::move(opened.names[stream])});
    m_recordCount = m_streams->recordCount();
    m_undoable = std::move(opened.undoable);
}

// --- Statistics -----------------------------------------------------------------------------------------------------

bool StoreDocument::hasStatistics() const noexcept {
    return !m_infos.empty() && std::all_of(m_infos.begin(), m_infos.end(),
                                           [](const StreamInfo& info) { return info.stats.has_value(); });
}

Job* StoreDocument::computeStatistics() {
    m_statisticsWanted = true;
    return startStatistics(false);
}

Job* StoreDocument::startStatistics(bool unasked) {
    if (!isOpen() || m_statisticsJob)
        return m_statisticsJob;
    const std::uint64_t generation = m_generation;
    using Stats = std::vector<StoreStats>;
    m_statisticsJob = m_runtime.jobs().startFor<Stats>(
        text::statisticsJob(), m_path,
        [streams = m_streams](const OperationContext& context) { return streams->stats(context); }, this,
        [this, generation, unasked](Job& job, const Result<Stats>& stats) {
            if (m_statisticsJob == &job)
                m_statisticsJob = nullptr;
            if (stats.ok() && generation == m_generation) {
                for (std::size_t stream = 0; stream < m_infos.size(); ++stream)
                    m_infos[stream].stats = (*stats)[stream];
                job.setResultText(statisticsText(*stats));
            }
            if (!stats.ok() && stats.code() != ErrorCode::Cancelled && stats.code() != ErrorCode::Closed)
                Q_EMIT failed(stats.status());
            // Nobody asked, so nobody looks for it in the list of jobs.
            if (unasked && stats.code() != ErrorCode::IoError)
                m_runtime.jobs().dismiss(&job);
            Q_EMIT statisticsChanged();
        });
    Q_EMIT statisticsChanged();
    return m_statisticsJob;
}

/// After every change: what was asked for once is kept up to date; small tables are counted unasked.
void StoreDocument::refreshStatistics() {
    if (!isOpen())
        return;
    std::uint64_t entries = 0;
    for (const StreamInfo& info : m_infos)
        entries += info.summary.records;
    if (m_statisticsWanted || entries <= kAutomaticStatistics)
        startStatistics(true);
}

void StoreDocument::stopStatistics() {
    if (!m_statisticsJob)
        return;
    // The answer would be of the state before; its callback finds another job or none.
    Job* job = m_statisticsJob;
    m_statisticsJob = nullptr;
    job->cancel();
}

// --- Jobs -----------------------------------------------------------------------------------------------------------

Job* StoreDocument::refuse(Status status) {
    Q_EMIT failed(withPath(std::move(status)));
    return nullptr;
}

Status StoreDocument::checkChangeable() const {
    if (!isOpen())
        return Status(ErrorCode::Closed, "the document is not open");
    if (isBusy())
        return Status(ErrorCode::Busy, "another change of this document is under way").withRemedy("Wait until it has ended.");
    if (!m_editable)
        return Status(ErrorCode::ReadOnly, "the document is open for reading only").withRemedy("Enable editing first.");
    return {};
}

Job* StoreDocument::verify(const VerifyOptions& options) {
    if (!isOpen())
        return nullptr;
    using Reports = std::vector<StreamVerification>;
    return m_runtime.jobs().startFor<Reports>(
        text::verifyJob(), m_path,
        [streams = m_streams, options](const OperationContext& context) { return streams->verify(options, context); }, this,
        [this](Job& job, const Result<Reports>& reports) {
            if (reports.ok()) {
                job.setResultText(verifiedText(*reports));
                Q_EMIT verified(*reports);
            } else if (reports.code() != ErrorCode::Cancelled) {
                Q_EMIT failed(reports.status());
            }
        });
}

Job* StoreDocument::forecastCompaction() {
    if (!isOpen())
        return nullptr;
    using Forecasts = std::vector<CompactionForecast>;
    return m_runtime.jobs().startFor<Forecasts>(
        text::forecastJob(), m_path,
        [streams = m_streams](const OperationContext& context) { return streams->forecastCompaction(context); }, this,
        [this](Job&, const Result<Forecasts>& forecasts) {
            if (forecasts.ok())
                Q_EMIT forecastReady(*forecasts);
            else if (forecasts.code() != ErrorCode::Cancelled)
                Q_EMIT failed(forecasts.status());
        });
}

Job* StoreDocument::applyRemoval(const RecordRanges& records, std::function<Status()> before) {
    if (Status status = checkChangeable(); !status.ok())
        return refuse(std::move(status));
    if (records.isEmpty())
        return refuse(Status(ErrorCode::InvalidArgument, "no record is marked"));
    stopStatistics();
    setState(State::Changing);
    return m_runtime.jobs().startFor<AppliedChanges>(
        text::applyJob(records.count()), m_path,
        [streams = m_streams, records, before = std::move(before)](const OperationContext& context) -> Result<AppliedChanges> {
            if (before)
                ZR_RETURN_IF_ERROR(before());
            return streams->remove(records, context);
        }, this,
        [this](Job& job, Result<AppliedChanges> result) { finishRemoval(job, std::move(result)); });
}

void StoreDocument::finishRemoval(Job& job, Result<AppliedChanges> result) {
    m_state = State::Open;
    if (!result.ok())
        return takeFailure(std::move(result).status());
    takeMoves(result->remap, result->generation, result->summaries, result->undoable);
    job.setResultText(appliedText(*result));
    Q_EMIT changesApplied(*result);
    refreshStatistics();
}

void StoreDocument::takeFailure(Status status) {
    const Status named = withPath(std::move(status));
    Q_EMIT changed();
    if (named.code() != ErrorCode::Cancelled)
        Q_EMIT failed(named);
    // Records moved although the step failed: nothing remembered can be trusted.
    if (m_streams->generation() != m_generation)
        reload();
    else
        refreshStatistics();
}

void StoreDocument::takeMoves(const IndexRemap& remap, std::uint64_t generation, const std::vector<StoreSummary>& summaries, std::vector<UndoableRemoval> undoable) {
    m_generation = generation;
    m_recordCount = remap.recordsAfter();
    m_undoable = std::move(undoable);
    takeSummaries(summaries);
    Q_EMIT recordsRemapped(remap, m_recordCount);
    Q_EMIT changed();
}

Job* StoreDocument::undoRemoval(std::function<Status()> before) {
    if (Status status = checkChangeable(); !status.ok())
        return refuse(std::move(status));
    stopStatistics();
    setState(State::Changing);
    return m_runtime.jobs().startFor<RestoredRecords>(
        text::undoJob(m_undoable.empty() ? 0 : m_undoable.front().records), m_path,
        [streams = m_streams, before = std::move(before)](const OperationContext& context) -> Result<RestoredRecords> {
            if (before)
                ZR_RETURN_IF_ERROR(before());
            return streams->undoRemoval(context);
        }, this,
        [this](Job& job, Result<RestoredRecords> result) { finishUndo(job, std::move(result)); });
}

void StoreDocument::finishUndo(Job& job, Result<RestoredRecords> result) {
    m_state = State::Open;
    if (!result.ok())
        return takeFailure(std::move(result).status());
    takeMoves(result->remap, result->generation, result->summaries, result->undoable);
    job.setResultText(restoredText(*result));
    Q_EMIT removalUndone(*result);
    refreshStatistics();
}

Job* StoreDocument::compact() {
    if (Status status = checkChangeable(); !status.ok())
        return refuse(std::move(status));
    stopStatistics();
    setState(State::Changing);
    return m_runtime.jobs().startFor<CompactedStreams>(
        text::compactJob(), m_path,
        [streams = m_streams](const OperationContext& context) { return streams->compact(context); }, this,
        [this](Job& job, Result<CompactedStreams> result) { finishCompaction(job, std::move(result)); });
}

void StoreDocument::finishCompaction(Job& job, Result<CompactedStreams> result) {
    m_state = State::Open;
    if (!result.ok())
        return takeFailure(std::move(result).status());
    takeSummaries(result->summaries);
    m_undoable.clear();
    Q_EMIT changed();
    job.setResultText(compactedText(*result));
    Q_EMIT compacted(*result);
    refreshStatistics();
}

Job* StoreDocument::append(const QString& file) {
    if (Status status = checkChangeable(); !status.ok())
        return refuse(std::move(status));
    stopStatistics();
    setState(State::Changing);
    return m_runtime.jobs().startFor<AppendedRecords>(
        text::appendJob(), m_path,
        [streams = m_streams, path = std::filesystem::path(file.toStdU16String())](const OperationContext& context) { return streams->append(path, context); },
        this, [this](Job& job, Result<AppendedRecords> result) { finishAppend(job, std::move(result)); });
}

void StoreDocument::finishAppend(Job& job, Result<AppendedRecords> result) {
    m_state = State::Open;
    const std::uint64_t added = m_streams->recordCount() - m_recordCount;
    if (added > 0)
        m_undoable.clear();
    if (!result.ok()) {
        const Status status = withPath(std::move(result).status());
        job.setResultText(appendedText(added));
        Q_EMIT changed();
        if (status.code() != ErrorCode::Cancelled)
            Q_EMIT failed(status);
        // What was appended before stays and is to be seen.
        if (added > 0)
            reload();
        else
            refreshStatistics();
        return;
    }
    m_recordCount += added;
    takeSummaries(result->summaries);
    Q_EMIT sourceReplaced();
    Q_EMIT changed();
    job.setResultText(appendedText(added));
    Q_EMIT appended(*result);
    refreshStatistics();
}

void StoreDocument::takeSummaries(const std::vector<StoreSummary>& summaries) {
    for (std::size_t stream = 0; stream < m_infos.size() && stream < summaries.size(); ++stream) {
        m_infos[stream].summary = summaries[stream];
        m_infos[stream].stats.reset();
    }
}

}  // namespace zrecord::workbench
