#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <QObject>

#include <zrecord/status.h>

#include "workbench/fetch/record_block.h"
#include "workbench/fetch/record_source.h"
#include "workbench/fetch/record_state.h"

namespace zrecord::workbench {

class IndexRemap;

/// Decoded records in memory, bounded in bytes, least recently used blocks leave first. A block is identified by stream,
/// generation and index. GUI thread; every look-up is constant time and touches no file.
class RecordCache : public QObject {
    Q_OBJECT
public:
    static constexpr std::uint64_t kDefaultLimit = 256ULL << 20;

    explicit RecordCache(std::uint64_t byteLimit = kDefaultLimit, QObject* parent = nullptr);

    /// A new source (opened, reloaded, editing switched): old blocks become Stale. nullptr empties the cache.
    void setSource(std::shared_ptr<const RecordSource> source);
    [[nodiscard]] const std::shared_ptr<const RecordSource>& source() const noexcept { return m_source; }
    [[nodiscard]] std::uint64_t generation() const noexcept { return m_generation; }
    /// Records that keep their slots stay Ready under the new generation, all others are dropped.
    void applyRemap(const IndexRemap& remap, std::uint64_t newGeneration);
    void clear();

    [[nodiscard]] RecordState state(std::size_t stream, std::uint64_t index) const;
    /// Null unless Ready or Stale. Counts as a use.
    [[nodiscard]] DecodedRecord record(std::size_t stream, std::uint64_t index) const;
    /// Why it failed; success in every other state.
    [[nodiscard]] Status status(std::size_t stream, std::uint64_t index) const;

    /// Records of one block of that stream: a power of two, 1 … 1024, so that a block is about a megabyte.
    [[nodiscard]] std::uint64_t blockRecords(std::size_t stream) const;
    [[nodiscard]] std::uint64_t blockOf(std::size_t stream, std::uint64_t index) const { return index / blockRecords(stream); }
    /// All its records are Ready (failures included) under the present generation.
    [[nodiscard]] bool hasBlock(std::size_t stream, std::uint64_t block) const;
    void setLoading(std::size_t stream, std::uint64_t block, bool loading);
    /// Takes a block that was read under `generation`; false (and dropped) when that is not the present one.
    bool insert(std::size_t stream, std::uint64_t block, std::uint64_t generation, RecordBlock records);
    /// Forgets the failures of the range, so that the next request tries again.
    void forgetFailures(std::size_t stream, std::uint64_t first, std::uint64_t count);

    [[nodiscard]] std::uint64_t byteLimit() const noexcept { return m_limit; }
    void setByteLimit(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }
    [[nodiscard]] std::size_t blockCount() const noexcept { return m_blocks.size(); }

Q_SIGNALS:
    /// States of records [first, first + count) of a stream changed.
    void recordsChanged(std::size_t stream, std::uint64_t first, std::uint64_t count);
    /// States of everything may have changed.
    void allChanged();

private:
    struct Key {
        std::size_t stream;
        std::uint64_t block;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept;
    };
    struct Entry {
        RecordBlock records;
        std::uint64_t generation = 0;
        std::list<Key>::iterator use;
    };
    const Entry* find(std::size_t stream, std::uint64_t index) const;
    void erase(const Key& key);
    void evict();

    std::shared_ptr<const RecordSource> m_source;
    std::vector<std::uint64_t> m_blockRecords;
    std::uint64_t m_generation = 0;
    std::uint64_t m_limit;
    std::uint64_t m_bytes = 0;
    std::unordered_map<Key, Entry, KeyHash> m_blocks;
    std::unordered_set<Key, KeyHash> m_loading;
    mutable std::list<Key> m_uses;  // most recent first
};

}  // namespace zrecord::workbench
