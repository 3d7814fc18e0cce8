#include "store/verifier.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "store/issue_list.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEntriesAtOnce = 1 << 22;

class Verification {
public:
    Verification(const StoreCore& core, const CheckSettings& options, const OperationContext& context, const VerifyHooks& hooks)
        : m_options(options), m_context(context), m_hooks(hooks), m_issues(options.maxIssues), m_audit(core, m_issues, hooks.sums), m_phase(hooks.from.phase),
          m_next(hooks.from.next), m_earlierBytes(hooks.from.bytes)
    {
        m_audit.setOrder(hooks.from.order);
        if (hooks.found)
            m_issues.observe(hooks.found);
        m_issues.restore(hooks.from.issues, hooks.from.issueCount);
    }

    Status run()
    {
        if (m_phase == VerifyPhase::Entries) {
            const auto check = [&](std::uint64_t begin, std::uint64_t end, ProgressReporter& progress) {
                return m_audit.checkEntries(begin, end, m_context, progress);
            };
            ZR_RETURN_IF_ERROR(inSteps("verifying entries", m_audit.entries(), kEntriesAtOnce, check));
            ZR_RETURN_IF_ERROR(enter(VerifyPhase::Overlap));
        }
        if (m_phase == VerifyPhase::Overlap && !ended()) {
            ZR_RETURN_IF_ERROR(m_audit.checkOverlap(m_options.memoryBytes, m_context));
            ZR_RETURN_IF_ERROR(enter(VerifyPhase::Records));
        }
        if (m_phase == VerifyPhase::Records && m_options.decode && !ended()) {
            const auto check = [&](std::uint64_t begin, std::uint64_t end, ProgressReporter& progress) {
                return m_audit.checkRecords(begin, end, m_context, progress);
            };
            ZR_RETURN_IF_ERROR(inSteps("verifying records", m_audit.records(), m_audit.recordsAtOnce(), check));
        }
        return {};
    }

    CheckReport report()
    {
        CheckReport report;
        report.recordsChecked = !ended() ? m_audit.records() : m_phase == VerifyPhase::Records ? m_next : 0;
        report.bytesChecked = m_earlierBytes + m_audit.bytesRead();
        report.sumsCompared = m_audit.sumsCompared();
        report.sumsNoted = m_audit.sumsNoted();
        report.complete = !ended();
        m_issues.moveTo(report);
        if (m_options.stopAtFirst && report.issueCount > 1) {
            report.issueCount = 1;
            report.issues.resize(std::min<std::size_t>(report.issues.size(), 1));
        }
        return report;
    }

private:
    [[nodiscard]] bool ended() const { return m_options.stopAtFirst && m_issues.count() > 0; }

    [[nodiscard]] VerifyCheckpoint checkpoint() const
    {
        return {m_phase, m_next, m_audit.order(), m_earlierBytes + m_audit.bytesRead(), m_issues.count(), m_issues.snapshot()};
    }

    Status told() const
    {
        return m_hooks.step ? m_hooks.step(checkpoint()) : Status();
    }

    Status enter(VerifyPhase phase)
    {
        if (ended())
            return {};
        m_phase = phase;
        m_next = 0;
        return told();
    }

    template <typename Check>
    Status inSteps(std::string_view stage, std::uint64_t count, std::uint64_t step, const Check& check)
    {
        ProgressReporter progress(m_context, stage, count);
        if (m_next > 0)
            ZR_RETURN_IF_ERROR(progress.advance(m_next));
        while (m_next < count && !ended()) {
            const std::uint64_t end = std::min(count, m_next + step);
            ZR_RETURN_IF_ERROR(check(m_next, end, progress));
            m_next = end;
            ZR_RETURN_IF_ERROR(told());
        }
        progress.finish();
        return {};
    }

    const CheckSettings& m_options;
    const OperationContext& m_context;
    const VerifyHooks& m_hooks;
    IssueList m_issues;
    RecordAudit m_audit;
    VerifyPhase m_phase;
    std::uint64_t m_next;
    const std::uint64_t m_earlierBytes;
};

}  // namespace

Result<CheckReport> auditStore(const StoreCore& core, const CheckSettings& settings, const OperationContext& context, const VerifyHooks& hooks)
{
    Verification verification(core, settings, context, hooks);
    ZR_RETURN_IF_ERROR(verification.run());
    return verification.report();
}

Result<VerifyReport> verifyStore(const StoreCore& core, const VerifyOptions& options, const OperationContext& context)
{
    CheckSettings settings;
    static_cast<VerifyOptions&>(settings) = options;
    VerifyHooks hooks;
    std::unique_ptr<RecordSums> sums;
    // What an unfinished change shows in memory may stand in other places than it did.
    if (options.decode && core.recovery().action == RecoveryAction::None) {
        ZR_ASSIGN_OR_RETURN(sums, RecordSums::open(core, RecordSums::Noting::Nothing));
        hooks.sums = sums->isIdle() ? nullptr : sums.get();
    }
    ZR_ASSIGN_OR_RETURN(const CheckReport report, auditStore(core, settings, context, hooks));
    return VerifyReport{report.recordsChecked, report.bytesChecked, report.issueCount, {report.issues.begin(), report.issues.end()}};
}

}  // namespace zrecord
