#include "workbench/laboratory/dictionary_study.h"

#include <chrono>
#include <filesystem>
#include <utility>

#include <zrecord/store.h>
#include <zrecord/store_copy.h>

#include "workbench/jobs/job_queue.h"
#include "workbench/laboratory/dismiss_later.h"

namespace zrecord::workbench {

namespace {

constexpr std::chrono::milliseconds kPartialInterval{100};

std::filesystem::path nativePath(const QString& path) { return path.toStdU16String(); }

}  // namespace

DictionaryStudy::DictionaryStudy(JobQueue& jobs, QObject* parent) : QObject(parent), m_jobs(jobs), m_mailbox(this) {}

DictionaryStudy::~DictionaryStudy() { cancel(); }

void DictionaryStudy::start(const QString& path, const TuneOptions& options, const QString& title) {
    cancel();
    m_path = path;
    m_report.reset();
    const std::uint64_t run = ++m_run;
    auto work = [this, run, path, options, box = m_mailbox.box()](const OperationContext& context) -> Result<TuneReport> {
        ZR_ASSIGN_OR_RETURN(const Store store, Store::open(nativePath(path)));
        auto last = std::chrono::steady_clock::now();
        const auto onPartial = [&](const TuneReport& report) {
            const auto now = std::chrono::steady_clock::now();
            if (now - last < kPartialInterval)
                return;
            last = now;
            box->post([this, run, report] {
                if (run == m_run && m_job)
                    Q_EMIT grown(report);
            });
        };
        return tuneDictionary(store, options, onPartial, context);
    };
    m_job = m_jobs.startFor<TuneReport>(title, path, std::move(work), this, [this](Job& job, Result<TuneReport> result) { settle(job, std::move(result)); });
}

void DictionaryStudy::settle(Job& job, Result<TuneReport> result) {
    settleStudy(*this, m_jobs, m_job, job, std::move(result), [this](TuneReport found) { m_report = std::move(found); });
}

void DictionaryStudy::cancel() {
    if (m_job)
        m_job->cancel();
}

void DictionaryStudy::forget() {
    cancel();
    m_job.clear();
    m_report.reset();
    m_path.clear();
    ++m_run;
}

Job* DictionaryStudy::writeStore(std::size_t result, const QString& target, const QString& title) {
    if (!m_report || result >= m_report->results.size() || !m_report->results[result].status.ok())
        return nullptr;
    const TuneResult& chosen = m_report->results[result];
    CopyOptions options;
    options.codec = chosen.candidate.codec;
    options.dictionary = chosen.dictionary;
    options.create.zstdLevel = chosen.candidate.codec == Codec::Zstd ? chosen.candidate.level : options.create.zstdLevel;
    options.create.dictionaryLevel = chosen.candidate.codec == Codec::ZstdDict ? chosen.candidate.level : options.create.dictionaryLevel;
    auto work = [source = m_path, target, options](const OperationContext& context) -> Result<CopyReport> {
        ZR_ASSIGN_OR_RETURN(const Store store, Store::open(nativePath(source)));
        return copyStore(store, nativePath(target), options, context);
    };
    return m_jobs.startFor<CopyReport>(title, target, std::move(work), this, [this, target](Job&, const Result<CopyReport>& report) {
        if (report.ok())
            Q_EMIT written(target, report->records);
        else if (report.code() != ErrorCode::Cancelled)
            Q_EMIT failed(report.status());
    });
}

}  // namespace zrecord::workbench
