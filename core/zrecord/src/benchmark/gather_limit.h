#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "platform/file_system.h"
#include "zrecord/operation_context.h"
#include "zrecord/store.h"

struct ZSTD_DDict_s;

namespace zrecord {

/// Bare loops over the records of a plan, found beforehand: what a gather cannot do without. They use maps without a guard
/// and judge nothing, so they are for a store that was read without fault just before, under its lock.
class GatherLimit {
public:
    enum class Kind : std::uint8_t {
        Copy,   ///< the stored bytes, from mapped memory
        Pread,  ///< the same by calls
        Decode, ///< zstd, with the store's dictionary where it has one
        Touch   ///< every stored byte is read and nothing is written
    };

    /// Finds and maps what the plan needs. The store must outlive it. Cancelled.
    static Result<GatherLimit> make(const Store& store, std::span<const std::uint64_t> plan, const OperationContext& context = {});

    /// Fetches records [first, first + count) of the plan one after the other into `out`, on the context's pool in as many
    /// parts as it has threads. Cancelled.
    Status run(Kind kind, std::uint64_t first, std::uint64_t count, std::byte* out, const OperationContext& context) const;
    /// Decoded bytes before record `i` of the plan; i = plan size gives all.
    [[nodiscard]] std::uint64_t plainBytesBefore(std::uint64_t i) const noexcept { return m_plainBefore[i]; }

private:
    struct Place {
        const std::byte* mapped;
        const File* file;
        std::uint32_t offset;
        std::uint32_t storedBytes;
        std::uint32_t plainBytes;
    };
    struct DictionaryDeleter {
        void operator()(ZSTD_DDict_s* dictionary) const noexcept;
    };
    struct Chunk {
        std::unique_ptr<File> file;
        FileMap map;
    };
    Result<const Chunk*> chunk(const Store& store, std::uint32_t number);
    [[nodiscard]] bool fetch(Kind kind, std::uint64_t begin, std::uint64_t end, std::byte* out, std::uint64_t base, const std::stop_token& stop) const;

    std::map<std::uint32_t, Chunk> m_chunks;
    std::unique_ptr<ZSTD_DDict_s, DictionaryDeleter> m_dictionary;
    std::vector<Place> m_places;
    std::vector<std::uint64_t> m_plainBefore;
};

}  // namespace zrecord
