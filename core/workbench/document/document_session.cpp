#include "workbench/document/document_session.h"

namespace zrecord::workbench {

DocumentSession::DocumentSession(const QString& path, WorkbenchRuntime& runtime, QObject* parent)
    : QObject(parent), m_document(new StoreDocument(path, runtime, this)), m_selection(new RecordSelection(this)),
      m_pending(new PendingChanges(this)), m_cache(new RecordCache(RecordCache::kDefaultLimit, this)),
      m_fetcher(new RecordFetcher(runtime.loader(), *m_cache, this)),
      m_thumbnails(new ThumbnailCache(runtime.loader(), *m_cache, ThumbnailCache::kDefaultLimit, this)),
      m_loader(new RecordLoader(runtime.loader(), *m_cache, this)),
      m_table(new RecordTableModel(*m_document, *m_cache, *m_selection, *m_pending, RecordTableModel::kWindowRows, this)) {
    connect(m_document, &StoreDocument::opened, this, [this] {
        takeSource();
        if (!m_selection->current())
            m_selection->setCurrent(0);
    });
    connect(m_document, &StoreDocument::sourceReplaced, this, &DocumentSession::takeSource);
    connect(m_document, &StoreDocument::recordsRemapped, this, &DocumentSession::takeRemap);
}

DocumentSession::~DocumentSession() {
    // Views of the table and the loaders read the others until the end: last made, first gone.
    delete m_table;
    delete m_loader;
    delete m_thumbnails;
    delete m_fetcher;
}

void DocumentSession::takeSource() {
    m_fetcher->cancel();
    m_thumbnails->cancel();
    m_loader->cancel();
    m_cache->setSource(m_document->source());
    m_selection->setRecordCount(m_document->recordCount());
    m_pending->clip(m_document->recordCount());
    m_table->refresh();
    Q_EMIT sourceReplaced();
}

void DocumentSession::takeRemap(const IndexRemap& remap, std::uint64_t /*newCount*/) {
    // What is under way was asked for under old indices. Caches first: the others' signals make views draw.
    m_fetcher->cancel();
    m_loader->cancel();
    const std::uint64_t before = m_cache->generation();
    m_cache->applyRemap(remap, m_document->generation());
    m_thumbnails->applyRemap(remap, before);
    m_table->refresh();
    m_selection->applyRemap(remap);
    m_pending->applyRemap(remap);
    Q_EMIT recordsRemapped(remap);
}

ImageMappingOptions DocumentSession::imageOptions(std::size_t stream) const {
    const auto found = m_imageOptions.find(stream);
    return found == m_imageOptions.end() ? ImageMappingOptions() : found->second;
}

void DocumentSession::setImageOptions(std::size_t stream, const ImageMappingOptions& options) {
    if (options == imageOptions(stream))
        return;
    m_imageOptions[stream] = options;
    Q_EMIT imageOptionsChanged(stream);
}

Job* DocumentSession::applyPending() {
    return m_document->applyRemoval(m_pending->marked());
}

}  // namespace zrecord::workbench
