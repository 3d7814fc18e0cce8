#pragma once

#include <filesystem>
#include <memory>

#include "platform/file_system.h"
#include "store/store_limits.h"
#include "zrecord/aligned_set.h"
#include "zrecord/read_ahead.h"
#include "zrecord/store.h"

namespace zrecord {

class StoreCore;

/// Opens and creates stores on another file system and with other limits: for tests, and for the facades themselves.
class StoreAccess {
public:
    static Result<Store> open(const std::filesystem::path& path, const OpenOptions& options, FileSystem& fileSystem,
                              const StoreLimits& limits = {});
    static Result<Store> create(const std::filesystem::path& path, const StoreDescription& description,
                                const CreateOptions& options, FileSystem& fileSystem, const StoreLimits& limits = {});
    /// See read_ahead.h.
    static std::uint64_t readAhead(const Store& store, std::span<const std::uint64_t> indices, ReadAheadCheck check);
    static Result<AlignedSet> openSet(const std::filesystem::path& folder, const OpenOptions& options, FileSystem& fileSystem,
                                      const StoreLimits& limits = {});
    /// nullptr of a store that was moved away.
    static StoreCore* coreOf(const Store& store) noexcept;
    /// The public handle of a core that was opened in another way.
    static Store adopt(std::unique_ptr<StoreCore> core);
};

}  // namespace zrecord
