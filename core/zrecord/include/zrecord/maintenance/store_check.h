#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/maintenance/check_report.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

/// Checksums of the stored bytes of records lie in the store's side folder once they were noted. A full check compares the records with
/// them, and so does Store::verify(). Appends leave new records without, deletes those that move; a compact drops all.
enum class SumNoting : std::uint8_t {
    Nothing,
    Missing,  ///< of every readable record that has none
    All       ///< of every readable record anew: after another program compacted the store
};

struct CheckOptions {
    CheckSettings verify;
    /// Told of every finding about records as soon as it stands, kept or not; one call at a time, from any thread of the check. What
    /// a check that was stopped has found is known in no other way.
    std::function<void(const std::filesystem::path& store, const StoreFinding& finding)> found;
    /// Where the check notes how far it is, every few seconds and when it is stopped; the next check of the same store with the
    /// same file goes on from there. Removed when the check is through. Empty: none. For a set each stream has "<file>.<stream>".
    std::filesystem::path stateFile;
    /// Writes in the side folder, under the lock of a writer, when the check has got through and the store can be opened; otherwise
    /// StoreCheck::note says why not. Not together with a state file, or without decoding.
    SumNoting noteSums = SumNoting::Nothing;
};

/// What was found in one store. Beside the kinds of Store::verify() (bad_entry, size_mismatch, duplicate, mispaired, overlap,
/// decode_failed, read_failed, bad_shape, checksum_mismatch) there are those of its files: bad_header, bad_description, bad_dictionary, missing_file,
/// short_file, orphan_file (a warning), interrupted_change.
struct StoreCheck {
    CheckReport report;
    /// Why the store cannot be opened; success when it can. The records are checked all the same where they can be reached.
    Status openFault;
    std::uint64_t resumedAt = 0;  ///< records that an earlier run had checked
    std::string note;             ///< a sentence about the state file or the checksums, empty when there is nothing to say
};

struct StreamCheck {
    std::string stream;
    std::filesystem::path path;
    Status failure;    ///< the stream could not be looked at: in use, no access
    StoreCheck check;  ///< when it could
};

struct SetCheck {
    std::vector<StreamCheck> streams;
    /// What only shows between the streams: unequal_lengths, and mispaired for each record that one stream holds twice and another
    /// does not, which is what a delete leaves that was cut off between them.
    std::vector<StoreFinding> issues;
};

/// Checks everything about a store, also one that cannot be opened, and changes nothing but checksums on request; readers may go on. Memory does not grow
/// with the number of records: options.verify.memoryBytes, a few MiB for each thread, and the findings that are kept.
/// NotFound when there is no store; Busy while a writer has it open; Cancelled when stopped.
ZRECORD_EXPORT Result<StoreCheck> checkStore(const std::filesystem::path& path, const CheckOptions& options = {}, const OperationContext& context = {});

/// Every stream of an aligned set, and what lies between them. NotFound when the folder holds no store.
ZRECORD_EXPORT Result<SetCheck> checkSet(const std::filesystem::path& folder, const CheckOptions& options = {}, const OperationContext& context = {});

}  // namespace zrecord
