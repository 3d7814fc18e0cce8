#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "store/auditing/record_audit.h"
#include "store/store_core.h"
#include "zrecord/maintenance/check_report.h"
#include "zrecord/operation_context.h"

namespace zrecord {

enum class VerifyPhase : std::uint8_t { Entries, Overlap, Records, Done };

/// Where a verification stands between two of its steps: enough to go on from there in another process.
struct VerifyCheckpoint {
    VerifyPhase phase = VerifyPhase::Entries;
    std::uint64_t next = 0;   ///< first entry or record that was not looked at
    EntryOrder order;
    std::uint64_t bytes = 0;  ///< stored bytes read and decoded
    std::uint64_t issueCount = 0;
    std::vector<StoreFinding> issues;
};

struct VerifyHooks {
    VerifyCheckpoint from;
    std::function<Status(VerifyCheckpoint)> step;  ///< after each step; a failure ends the verification
    std::function<void(const StoreFinding&)> found;  ///< of every finding, kept or not; one call at a time
    RecordSums* sums = nullptr;  ///< compared with the records, see RecordAudit
};

/// Judges every entry, looks for records that share bytes, and with settings.decode reads and decodes every record. Faults
/// of the store are findings; a failure means that verifying itself could not go on. The caller holds the gate shared.
Result<CheckReport> auditStore(const StoreCore& core, const CheckSettings& settings, const OperationContext& context, const VerifyHooks& hooks = {});

/// The same for Store::verify().
Result<VerifyReport> verifyStore(const StoreCore& core, const VerifyOptions& options, const OperationContext& context);

}  // namespace zrecord
