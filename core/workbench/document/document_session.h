#pragma once

#include <cstdint>
#include <map>
#include <memory>

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

namespace zrecord::workbench {

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

    /// How pictures of a stream are drawn, in tiles and viewer alike.
    [[nodiscard]] ImageMappingOptions imageOptions(std::size_t stream) const;
    void setImageOptions(std::size_t stream, const ImageMappingOptions& options);

    /// Applies all marks as one job; nullptr when it could not start (the document says failed()).
    Job* applyPending();

Q_SIGNALS:
    /// Selection, marks, caches and table all stand at the new state; views scroll and repaint now.
    void recordsRemapped(const zrecord::workbench::IndexRemap& remap);
    /// The same after opening, reloading or switching the access.
    void sourceReplaced();
    void imageOptionsChanged(std::size_t stream);

private:
    void takeRemap(const IndexRemap& remap, std::uint64_t newCount);
    void takeSource();

    std::map<std::size_t, ImageMappingOptions> m_imageOptions;
    StoreDocument* m_document;
    RecordSelection* m_selection;
    PendingChanges* m_pending;
    RecordCache* m_cache;
    RecordFetcher* m_fetcher;
    ThumbnailCache* m_thumbnails;
    RecordLoader* m_loader;
    RecordTableModel* m_table;
};

}  // namespace zrecord::workbench
