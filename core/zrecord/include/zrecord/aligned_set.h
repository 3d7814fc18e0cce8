#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/store.h"

namespace zrecord {

/// Streams whose lengths differ: the first one that does not agree with the first stream.
struct AlignmentFault {
    std::string stream;
    std::uint64_t records = 0;
    std::string reference;
    std::uint64_t referenceRecords = 0;
    [[nodiscard]] ZRECORD_EXPORT std::string message() const;
};

/// Index-aligned named streams: a folder whose direct, visible subfolders are stores, in name order, without a manifest.
/// Move-only; threads as for Store.
class ZRECORD_EXPORT AlignedSet {
public:
    struct Stream {
        std::string name;
        Store store;
    };

    /// NotFound when the folder holds no store. Unequal lengths: opens read-only only, alignment() names the first
    /// difference; ReadWrite is refused with WrongKind, also while a subfolder is empty (a stream may be missing). A stream that
    /// cannot be opened, or has lost its meta.zr, fails the whole set.
    static Result<AlignedSet> open(const std::filesystem::path& folder, const OpenOptions& options = {});
    /// Names of the subfolders that are stores, or what is left of one, in name order; empty when there are none.
    static std::vector<std::string> streamNames(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    [[nodiscard]] std::vector<Stream>& streams() noexcept { return m_streams; }
    [[nodiscard]] const std::vector<Stream>& streams() const noexcept { return m_streams; }
    [[nodiscard]] const std::optional<AlignmentFault>& alignment() const noexcept { return m_fault; }
    /// Records that every stream has: the smallest length.
    [[nodiscard]] std::uint64_t size() const;

    /// Removes the same records from every stream as one step: a crash or an error at any point leaves every stream as before or
    /// every stream as after it. Writes one file beside the streams while it runs.
    Result<RemovalResult> remove(std::span<const std::uint64_t> indices, const OperationContext& context = {});
    /// Takes the newest delete of the set back as one step, as Store::undoRemoval(); NotFound also when a stream was changed by itself.
    Result<RestorationResult> undoRemoval(const OperationContext& context = {});
    Result<std::vector<UndoableRemoval>> undoableRemovals() const;
    /// Compacts all streams as one step, as Store::compact(); one result for each, in their order.
    Result<std::vector<CompactionResult>> compact(const OperationContext& context = {});
    Status close();

    /// The same for the streams of a set that somebody holds open one by one. InvalidArgument unless they are different stores that
    /// stand directly in one folder.
    static Result<RemovalResult> removeTogether(std::span<Store* const> streams, std::span<const std::uint64_t> indices,
                                                const OperationContext& context = {});
    static Result<RestorationResult> undoTogether(std::span<Store* const> streams, const OperationContext& context = {});
    static Result<std::vector<UndoableRemoval>> undoableTogether(std::span<Store* const> streams);
    static Result<std::vector<CompactionResult>> compactTogether(std::span<Store* const> streams, const OperationContext& context = {});

private:
    friend class StoreAccess;
    std::filesystem::path m_path;
    std::vector<Stream> m_streams;
    std::optional<AlignmentFault> m_fault;
};

}  // namespace zrecord
