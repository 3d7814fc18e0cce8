#include "workbench/fetch/record_cache.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "workbench/document/index_remap.h"

namespace zrecord::workbench {
namespace {

constexpr std::uint64_t kBlockBytes = 1ULL << 20;
constexpr std::uint64_t kMostRecords = 1024;
constexpr std::uint64_t kRaggedRecords = 64;

std::uint64_t blockRecordsFor(const StreamLayout& layout) {
    if (layout.kind == StoreKind::Ragged || layout.recordBytes == 0)
        return kRaggedRecords;
    return std::bit_floor(std::clamp<std::uint64_t>(kBlockBytes / layout.recordBytes, 1, kMostRecords));
}

}  // namespace

std::size_t RecordCache::KeyHash::operator()(const Key& key) const noexcept {
    return static_cast<std::size_t>((key.block + 1) * 0x9E3779B97F4A7C15ULL ^ (key.stream << 56));
}

RecordCache::RecordCache(std::uint64_t byteLimit, QObject* parent) : QObject(parent), m_limit(byteLimit) {}

void RecordCache::setSource(std::shared_ptr<const RecordSource> source) {
    std::vector<std::uint64_t> blockRecords;
    for (std::size_t stream = 0; source && stream < source->streamCount(); ++stream)
        blockRecords.push_back(blockRecordsFor(source->layout(stream)));
    if (!source || blockRecords != m_blockRecords) {
        m_blocks.clear();
        m_uses.clear();
        m_bytes = 0;
    }
    m_blockRecords = std::move(blockRecords);
    m_loading.clear();
    m_source = std::move(source);
    m_generation = m_source ? m_source->generation() : 0;
    Q_EMIT allChanged();
}

void RecordCache::applyRemap(const IndexRemap& remap, std::uint64_t newGeneration) {
    std::vector<Key> gone;
    for (auto& [key, entry] : m_blocks) {
        if (entry.generation == m_generation && !remap.touches(entry.records.first(), entry.records.count()))
            entry.generation = newGeneration;
        else
            gone.push_back(key);
    }
    for (const Key& key : gone)
        erase(key);
    m_loading.clear();
    m_generation = newGeneration;
    Q_EMIT allChanged();
}

void RecordCache::clear() {
    m_blocks.clear();
    m_uses.clear();
    m_loading.clear();
    m_bytes = 0;
    Q_EMIT allChanged();
}

std::uint64_t RecordCache::blockRecords(std::size_t stream) const {
    return stream < m_blockRecords.size() ? m_blockRecords[stream] : 1;
}

const RecordCache::Entry* RecordCache::find(std::size_t stream, std::uint64_t index) const {
    const auto it = m_blocks.find({stream, blockOf(stream, index)});
    return it != m_blocks.end() && it->second.records.contains(index) ? &it->second : nullptr;
}

RecordState RecordCache::state(std::size_t stream, std::uint64_t index) const {
    const Entry* entry = find(stream, index);
    if (!entry)
        return m_loading.contains({stream, blockOf(stream, index)}) ? RecordState::Loading : RecordState::NotRequested;
    if (entry->generation != m_generation)
        return entry->records.record(index).isNull() ? RecordState::NotRequested : RecordState::Stale;
    return entry->records.record(index).isNull() ? RecordState::Failed : RecordState::Ready;
}

DecodedRecord RecordCache::record(std::size_t stream, std::uint64_t index) const {
    const Entry* entry = find(stream, index);
    if (!entry)
        return {};
    m_uses.splice(m_uses.begin(), m_uses, entry->use);
    return entry->records.record(index);
}

Status RecordCache::status(std::size_t stream, std::uint64_t index) const {
    const Entry* entry = find(stream, index);
    return entry && entry->generation == m_generation ? entry->records.status(index) : Status();
}

bool RecordCache::hasBlock(std::size_t stream, std::uint64_t block) const {
    const auto it = m_blocks.find({stream, block});
    if (it == m_blocks.end() || it->second.generation != m_generation || !m_source)
        return false;
    // The last block of a store that has grown since knows only its first records.
    const std::uint64_t first = block * blockRecords(stream);
    const std::uint64_t total = m_source->recordCount();
    return total <= first || it->second.records.count() >= std::min(blockRecords(stream), total - first);
}

void RecordCache::setLoading(std::size_t stream, std::uint64_t block, bool loading) {
    const Key key{stream, block};
    const bool changed = loading ? m_loading.insert(key).second : m_loading.erase(key) > 0;
    if (changed)
        Q_EMIT recordsChanged(stream, block * blockRecords(stream), blockRecords(stream));
}

bool RecordCache::insert(std::size_t stream, std::uint64_t block, std::uint64_t generation, RecordBlock records) {
    if (generation != m_generation || !m_source)
        return false;
    const Key key{stream, block};
    erase(key);
    m_loading.erase(key);
    const std::uint64_t first = records.first();
    const std::uint64_t count = records.count();
    m_bytes += records.memoryBytes();
    m_uses.push_front(key);
    m_blocks.emplace(key, Entry{std::move(records), generation, m_uses.begin()});
    evict();
    Q_EMIT recordsChanged(stream, first, count);
    return true;
}

void RecordCache::forgetFailures(std::size_t stream, std::uint64_t first, std::uint64_t count) {
    if (count == 0)
        return;
    const std::uint64_t lastBlock = blockOf(stream, first + count - 1);
    for (std::uint64_t block = blockOf(stream, first); block <= lastBlock; ++block) {
        const auto it = m_blocks.find({stream, block});
        if (it != m_blocks.end() && it->second.records.hasFailures())
            erase({stream, block});
    }
}

void RecordCache::setByteLimit(std::uint64_t bytes) {
    m_limit = bytes;
    evict();
}

void RecordCache::erase(const Key& key) {
    const auto it = m_blocks.find(key);
    if (it == m_blocks.end())
        return;
    m_bytes -= it->second.records.memoryBytes();
    m_uses.erase(it->second.use);
    m_blocks.erase(it);
}

void RecordCache::evict() {
    // The newest block stays even when it alone is above the limit: somebody is about to draw it.
    while (m_bytes > m_limit && m_blocks.size() > 1)
        erase(Key(m_uses.back()));
}

}  // namespace zrecord::workbench
