#include "workbench/fetch/thumbnail_cache.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "workbench/document/index_remap.h"
#include "workbench/fetch/record_fetcher.h"

namespace zrecord::workbench {
namespace {

std::uint64_t imageCost(const QImage& image) {
    constexpr std::uint64_t kEntryBytes = 128;
    return kEntryBytes + static_cast<std::uint64_t>(image.sizeInBytes());
}

}  // namespace

ThumbnailCache::ThumbnailCache(TaskRunner& runner, RecordCache& records, std::uint64_t byteLimit, QObject* parent)
    : QObject(parent), m_records(records), m_limit(byteLimit), m_task(runner) {
    connect(&m_task, &LatestTask::idle, this, [this] { announceWanted(); });
}

void ThumbnailCache::configure(std::size_t stream, int edge, const ImageMappingOptions& options) {
    if (stream == m_stream && edge == m_edge && options == m_options)
        return;
    if (stream != m_stream)
        clear();
    m_stream = stream;
    m_edge = edge;
    m_options = options;
    ++m_version;
    m_task.cancel();
    announceWanted();
}

bool ThumbnailCache::isFresh(const Entry& entry) const noexcept {
    return entry.version == m_version && entry.generation == m_records.generation();
}

std::vector<ThumbnailCache::Item> ThumbnailCache::missingItems() const {
    std::vector<Item> items;
    const auto& source = m_records.source();
    const std::uint64_t size = m_records.blockRecords(m_stream);
    m_wanted.forEach([&](std::uint64_t index) {
        const auto entry = m_entries.find(index);
        if (entry != m_entries.end() && isFresh(entry->second))
            return;
        const RecordState known = m_records.state(m_stream, index);
        if (known == RecordState::Failed)
            return;
        DecodedRecord record;
        if (known == RecordState::Ready)
            record = m_records.record(m_stream, index);
        const bool usable = !record.isNull() && (record.hasBytes() || record.plainBytes() > kRecordLimit);
        const std::uint64_t block = index / size;
        if (items.empty() || items.back().block != block || items.back().cached.empty() == usable) {
            const std::uint64_t first = block * size;
            items.push_back({block, {}, {}, {m_stream, first, std::min(size, source->recordCount() - first), m_records.generation(), kRecordLimit}});
        }
        items.back().indices.push_back(index);
        if (usable)
            items.back().cached.push_back(std::move(record));
    });
    return items;
}

void ThumbnailCache::announceWanted() {
    if (m_wanted.isEmpty())
        return;
    const std::uint64_t first = m_wanted.ranges().front().first;
    Q_EMIT thumbnailsChanged(first, m_wanted.ranges().back().end() - first);
}

void ThumbnailCache::request(RecordRanges records) {
    const auto& source = m_records.source();
    const std::uint64_t total = source && m_stream < source->streamCount() ? source->recordCount() : 0;
    m_wanted = std::move(records);
    m_wanted.clip(total);
    std::vector<Item> items = m_wanted.isEmpty() ? std::vector<Item>() : missingItems();
    if (items.empty()) {
        m_task.cancel();
        return;
    }
    auto box = m_task.mailbox();
    m_task.submit([this, source, box, items = std::move(items), options = m_options, edge = m_edge, version = m_version,
                   generation = m_records.generation()](const std::stop_token& stop) {
        OperationContext context;
        context.stop = stop;
        for (const Item& item : items) {
            if (stop.stop_requested())
                return;
            std::vector<Rendered> images;
            if (!item.cached.empty()) {
                images = render(item, nullptr, options, edge);
            } else {
                Result<RecordBlock> block = readIsolating(*source, item.read, context);
                if (!block.ok())
                    return;
                images = render(item, &*block, options, edge);
                box->post([this, item, block = std::move(*block)]() mutable { takeBlock(item, std::move(block)); });
            }
            box->post([this, version, generation, images = std::move(images)]() mutable {
                takeImages(version, generation, std::move(images));
            });
        }
    });
    announceWanted();
}

std::vector<ThumbnailCache::Rendered> ThumbnailCache::render(const Item& item, const RecordBlock* block,
                                                             const ImageMappingOptions& options, int edge) {
    std::vector<Rendered> images;
    images.reserve(item.indices.size());
    for (std::size_t i = 0; i < item.indices.size(); ++i) {
        const std::uint64_t index = item.indices[i];
        const DecodedRecord& record = block ? block->record(index) : item.cached[i];
        if (record.isNull())
            continue;
        QImage image;
        if (record.hasBytes()) {
            if (Result<MappedImage> mapped = mapImage(record, options, edge); mapped.ok())
                image = std::move(mapped->image);
        }
        images.push_back({index, std::move(image)});
    }
    return images;
}

void ThumbnailCache::takeBlock(const Item& item, RecordBlock block) {
    // Records above the preview limit would push everything else out of the record cache.
    for (std::uint64_t i = 0; i < block.count(); ++i) {
        const DecodedRecord& record = block.record(block.first() + i);
        if (!record.isNull() && record.hasBytes() && record.plainBytes() > RecordFetcher::kPreviewLimit)
            return;
    }
    m_records.insert(item.read.stream, item.block, item.read.generation, std::move(block));
}

void ThumbnailCache::takeImages(std::uint64_t version, std::uint64_t generation, std::vector<Rendered> images) {
    if (version != m_version || generation != m_records.generation() || images.empty())
        return;
    const std::uint64_t first = images.front().index;
    const std::uint64_t last = images.back().index;
    for (Rendered& rendered : images) {
        erase(rendered.index);
        m_bytes += imageCost(rendered.image);
        m_uses.push_front(rendered.index);
        m_entries.emplace(rendered.index, Entry{std::move(rendered.image), version, generation, m_uses.begin()});
    }
    evict();
    Q_EMIT thumbnailsChanged(first, last - first + 1);
}

void ThumbnailCache::cancel() {
    m_task.cancel();
}

RecordState ThumbnailCache::state(std::uint64_t index) const {
    const auto entry = m_entries.find(index);
    if (entry != m_entries.end())
        return isFresh(entry->second) ? RecordState::Ready : RecordState::Stale;
    if (m_records.state(m_stream, index) == RecordState::Failed)
        return RecordState::Failed;
    const bool wanted = m_wanted.contains(index);
    return wanted && (m_task.isRunning() || m_task.isWaiting()) ? RecordState::Loading : RecordState::NotRequested;
}

QImage ThumbnailCache::image(std::uint64_t index) const {
    const auto entry = m_entries.find(index);
    if (entry == m_entries.end())
        return {};
    m_uses.splice(m_uses.begin(), m_uses, entry->second.use);
    return entry->second.image;
}

void ThumbnailCache::applyRemap(const IndexRemap& remap, std::uint64_t before) {
    m_task.cancel();
    std::unordered_map<std::uint64_t, Entry> followed;
    std::list<std::uint64_t> uses;
    m_bytes = 0;
    for (const std::uint64_t old : m_uses) {
        const auto entry = m_entries.find(old);
        const std::optional<std::uint64_t> index = remap.map(old);
        if (!index || entry->second.version != m_version || entry->second.generation != before)
            continue;
        uses.push_back(*index);
        m_bytes += imageCost(entry->second.image);
        followed.emplace(*index, Entry{std::move(entry->second.image), m_version, m_records.generation(), std::prev(uses.end())});
    }
    m_entries = std::move(followed);
    m_uses = std::move(uses);
    announceWanted();
}

void ThumbnailCache::clear() {
    m_task.cancel();
    m_entries.clear();
    m_uses.clear();
    m_bytes = 0;
}

void ThumbnailCache::erase(std::uint64_t index) {
    const auto entry = m_entries.find(index);
    if (entry == m_entries.end())
        return;
    m_bytes -= imageCost(entry->second.image);
    m_uses.erase(entry->second.use);
    m_entries.erase(entry);
}

void ThumbnailCache::evict() {
    while (m_bytes > m_limit && m_entries.size() > 1)
        erase(std::uint64_t(m_uses.back()));
}

}  // namespace zrecord::workbench
