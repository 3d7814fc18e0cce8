#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include <QImage>
#include <QObject>

#include "workbench/fetch/record_cache.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/selection/record_ranges.h"
#include "workbench/viewdata/image_mapping.h"

namespace zrecord::workbench {

class IndexRemap;

/// Pictures of records for the grid, drawn on a worker, bounded in bytes. Uses records of the RecordCache where it has
/// them and puts those it had to read there. Newest request wins. GUI thread.
class ThumbnailCache : public QObject {
    Q_OBJECT
public:
    static constexpr std::uint64_t kDefaultLimit = 64ULL << 20;
    /// Larger records get no thumbnail: the tile shows shape and size.
    static constexpr std::uint64_t kRecordLimit = 128ULL << 20;

    ThumbnailCache(TaskRunner& runner, RecordCache& records, std::uint64_t byteLimit = kDefaultLimit,
                   QObject* parent = nullptr);

    /// Stream, longest side in device pixels and mapping of all thumbnails; a change makes the old ones Stale.
    void configure(std::size_t stream, int edge, const ImageMappingOptions& options);
    [[nodiscard]] std::size_t stream() const noexcept { return m_stream; }
    [[nodiscard]] int edge() const noexcept { return m_edge; }

    /// What is visible plus one screen each way; replaces the request before.
    void request(std::uint64_t first, std::uint64_t count) { request(RecordRanges(first, count)); }
    void request(RecordRanges records);
    void cancel();

    /// Ready also for a record that is not a picture: its image is null, and the tile shows its values as text.
    [[nodiscard]] RecordState state(std::uint64_t index) const;
    /// Null unless Ready or Stale. Constant time.
    [[nodiscard]] QImage image(std::uint64_t index) const;
    [[nodiscard]] Status status(std::uint64_t index) const { return m_records.status(m_stream, index); }

    /// After the record cache has taken it; pictures move with their records. `before` is the generation that they were of.
    void applyRemap(const IndexRemap& remap, std::uint64_t before);
    void clear();
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }

Q_SIGNALS:
    void thumbnailsChanged(std::uint64_t first, std::uint64_t count);

private:
    struct Entry {
        QImage image;
        std::uint64_t version = 0;
        std::uint64_t generation = 0;
        std::list<std::uint64_t>::iterator use;
    };
    struct Rendered {
        std::uint64_t index;
        QImage image;
    };
    /// One block of the record cache and the records of it that need a picture.
    struct Item {
        std::uint64_t block;
        std::vector<std::uint64_t> indices;
        std::vector<DecodedRecord> cached;  ///< one for each index, or empty: the block is read
        ReadRequest read;
    };
    std::vector<Item> missingItems() const;
    static std::vector<Rendered> render(const Item& item, const RecordBlock* block, const ImageMappingOptions& options, int edge);
    void takeBlock(const Item& item, RecordBlock block);
    void takeImages(std::uint64_t version, std::uint64_t generation, std::vector<Rendered> images);
    void evict();
    void erase(std::uint64_t index);
    void announceWanted();
    bool isFresh(const Entry& entry) const noexcept;

    RecordCache& m_records;
    std::uint64_t m_limit;
    std::uint64_t m_bytes = 0;
    std::size_t m_stream = 0;
    int m_edge = 96;
    ImageMappingOptions m_options;
    std::uint64_t m_version = 1;
    RecordRanges m_wanted;
    std::unordered_map<std::uint64_t, Entry> m_entries;
    mutable std::list<std::uint64_t> m_uses;
    LatestTask m_task;
};

}  // namespace zrecord::workbench
