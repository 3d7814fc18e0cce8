#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "workbench/document/pending_changes.h"
#include "workbench/document/store_document.h"
#include "workbench/fetch/record_cache.h"
#include "workbench/fetch/record_fetcher.h"
#include "workbench/fetch/record_loader.h"
#include "workbench/fetch/thumbnail_cache.h"
#include "workbench/models/record_table_model.h"
#include "workbench/selection/record_selection.h"
#include "workbench/viewdata/image_mapping.h"

namespace zrecord {
struct FilterSchema;
}

namespace zrecord::workbench {

class RecordOrder;
class RecordSearch;
class RecordTags;
class SessionHistory;
class TagKeeper;

/// A document with everything that follows its records: selection, marks, caches, loaders and the table model. The one
/// place where a remap or a new source is passed on, so that no part can disagree with another. Owned by DocumentList.
class DocumentSession : public QObject {
    Q_OBJECT
public:
    DocumentSession(const QString& path, WorkbenchRuntime& runtime, QObject* parent = nullptr);
    ~DocumentSession() override;

    [[nodiscard]] StoreDocument& document() noexcept { return *m_document; }
    [[nodiscard]] const StoreDocument& document() const noexcept { return *m_document; }
    [[nodiscard]] RecordSelection& selection() noexcept { return *m_selection; }
    [[nodiscard]] PendingChanges& pending() noexcept { return *m_pending; }
    [[nodiscard]] RecordCache& cache() noexcept { return *m_cache; }
    [[nodiscard]] RecordFetcher& fetcher() noexcept { return *m_fetcher; }      ///< for the table
    [[nodiscard]] ThumbnailCache& thumbnails() noexcept { return *m_thumbnails; }  ///< for the grid
    [[nodiscard]] RecordLoader& loader() noexcept { return *m_loader; }          ///< for the viewer
    [[nodiscard]] RecordTableModel& table() noexcept { return *m_table; }
    [[nodiscard]] RecordSearch& search() noexcept { return *m_search; }
    [[nodiscard]] RecordTags& tags() noexcept { return *m_tags; }
    [[nodiscard]] const RecordTags& tags() const noexcept { return *m_tags; }
    [[nodiscard]] TagKeeper& keeper() noexcept { return *m_keeper; }
    /// Undo, redo and Apply.
    [[nodiscard]] SessionHistory& history() noexcept { return *m_history; }
    /// What rows the views show.
    [[nodiscard]] const RecordOrder& order() const noexcept;

    /// How pictures of a stream are drawn, in tiles and viewer alike.
    [[nodiscard]] ImageMappingOptions imageOptions(std::size_t stream) const;
    void setImageOptions(std::size_t stream, const ImageMappingOptions& options);

    /// What Del does: marks or unmarks the selected records, or the current one. Their reason is what is shown: a filter, equal
    /// records, or nothing in particular. False when the document is read-only.
    bool toggleMarks();
    /// Puts the tag of key 1 … 9 on the selected records, or on the current one, or takes it off; the tag is made when there is
    /// none yet. Returns its name.
    QString toggleTag(std::size_t key);
    bool toggleTag(const QString& name);
    /// Removes the marked records as one job; nullptr when it could not start (the document says failed()).
    Job* applyPending();
    /// Makes it the current record without counting the one before as looked at: a place that is found again.
    void placeAt(std::uint64_t record);
    /// Selected records, or the current one.
    [[nodiscard]] RecordRanges chosen() const;

Q_SIGNALS:
    /// Selection, marks, caches and table all stand at the new state; views scroll and repaint now.
    void recordsRemapped(const zrecord::workbench::IndexRemap& remap);
    /// The same after opening, reloading or switching the access.
    void sourceReplaced();
    void imageOptionsChanged(std::size_t stream);
    /// A filter or a sort: selection and table follow it already, and the selection lies among what is shown.
    void orderChanged();

private:
    void takeRemap(const IndexRemap& remap, std::uint64_t newCount);
    void takeSource();
    void takeOrder();
    void stayInSight();
    void addSets(FilterSchema& schema) const;

    std::map<std::size_t, ImageMappingOptions> m_imageOptions;
    StoreDocument* m_document;
    RecordSelection* m_selection;
    PendingChanges* m_pending;
    RecordCache* m_cache;
    RecordFetcher* m_fetcher;
    ThumbnailCache* m_thumbnails;
    RecordLoader* m_loader;
    RecordTableModel* m_table;
    RecordSearch* m_search;
    RecordTags* m_tags;
    TagKeeper* m_keeper;
    SessionHistory* m_history;
    std::optional<std::uint64_t> m_lastCurrent;
    bool m_taking = false;  ///< the order changes as part of something larger
};

}  // namespace zrecord::workbench
