#include "workbench/document/document_session.h"

#include <QScopedValueRollback>

#include "workbench/curate/record_tags.h"
#include "workbench/curate/tag_keeper.h"
#include "workbench/document/session_history.h"
#include "workbench/find/record_search.h"
#include "workbench/selection/record_order.h"

namespace zrecord::workbench {

DocumentSession::DocumentSession(const QString& path, WorkbenchRuntime& runtime, QObject* parent)
    : QObject(parent), m_document(new StoreDocument(path, runtime, this)), m_selection(new RecordSelection(this)),
      m_pending(new PendingChanges(this)), m_cache(new RecordCache(RecordCache::kDefaultLimit, this)),
      m_fetcher(new RecordFetcher(runtime.loader(), *m_cache, this)),
      m_thumbnails(new ThumbnailCache(runtime.loader(), *m_cache, ThumbnailCache::kDefaultLimit, this)),
      m_loader(new RecordLoader(runtime.loader(), *m_cache, this)),
      m_table(new RecordTableModel(*m_document, *m_cache, *m_selection, *m_pending, RecordTableModel::kWindowRows, this)),
      m_search(new RecordSearch(*m_document, runtime, this)), m_tags(new RecordTags(*m_pending->undoStack(), this)),
      m_keeper(new TagKeeper(*m_document, *m_tags, runtime.loader(), this)),
      m_history(new SessionHistory(*m_document, *m_pending, *m_tags, *m_keeper, this)) {
    m_table->setSearch(m_search);
    m_table->setTags(m_tags);
    connect(m_search, &RecordSearch::orderChanged, this, &DocumentSession::takeOrder);
    m_search->setSets([this](FilterSchema& schema) { addSets(schema); });
    m_pending->setRule([this](const RecordRanges& wanted, const RecordRanges& marked) { return m_search->duplicates().mustStay(wanted, marked); });
    // Who goes on to the next record has seen the last one.
    connect(m_selection, &RecordSelection::currentChanged, this, [this] {
        if (m_lastCurrent && *m_lastCurrent < m_document->recordCount() && m_selection->current() != m_lastCurrent)
            m_tags->addReviewed(*m_lastCurrent);
        m_lastCurrent = m_selection->current();
    });
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
    delete m_history;
    delete m_keeper;
    delete m_table;
    delete m_search;
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
    {
        const QScopedValueRollback taking(m_taking, true);
        m_search->takeSource();
    }
    m_selection->setOrder(m_search->order());
    m_table->setOrder(m_search->order());
    m_keeper->load();
    Q_EMIT sourceReplaced();
}

void DocumentSession::takeRemap(const IndexRemap& remap, std::uint64_t /*newCount*/) {
    // What is under way was asked for under old indices. Caches first: the others' signals make views draw.
    m_fetcher->cancel();
    m_loader->cancel();
    m_lastCurrent.reset();
    const std::uint64_t before = m_cache->generation();
    m_cache->applyRemap(remap, m_document->generation());
    m_thumbnails->applyRemap(remap, before);
    {
        const QScopedValueRollback taking(m_taking, true);
        m_search->applyRemap(remap);
    }
    m_table->setOrder(m_search->order());
    m_selection->applyRemap(remap);
    m_selection->setOrder(m_search->order());
    if (!m_selection->current())
        m_selection->setCurrent(0);  // there was no record before
    stayInSight();
    m_pending->applyRemap(remap);
    m_tags->applyRemap(remap);
    m_lastCurrent = m_selection->current();
    Q_EMIT recordsRemapped(remap);
}

const RecordOrder& DocumentSession::order() const noexcept { return *m_search->order(); }

void DocumentSession::takeOrder() {
    if (m_taking)
        return;
    const RecordOrder& order = *m_search->order();
    m_table->setOrder(m_search->order());
    m_selection->setOrder(m_search->order());
    // What is not shown must not be marked with the rest.
    RecordRanges shown = m_selection->ranges();
    if (!order.isWhole())
        shown.intersect(order.all());
    m_selection->setRanges(shown);
    stayInSight();
    Q_EMIT orderChanged();
}

void DocumentSession::stayInSight() {
    const RecordOrder& shown = *m_search->order();
    if (const auto current = m_selection->current(); current && shown.count() > 0 && !shown.rowOf(*current))
        m_selection->setCurrent(shown.recordAt(shown.nearestRow(*current)));
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

void DocumentSession::addSets(FilterSchema& schema) const {
    const auto shared = [](const RecordRanges& records) {
        auto ranges = std::make_shared<std::vector<IndexRange>>();
        for (const RecordRange& range : records.ranges())
            ranges->push_back({range.first, range.count, 1});
        return ranges;
    };
    RecordRanges tagged;
    for (const Tag& tag : m_tags->tags()) {
        schema.tags.push_back({tag.name.toStdString(), shared(tag.records)});
        tagged.add(tag.records);
    }
    schema.sets.push_back({"tagged", shared(tagged)});
    schema.sets.push_back({"marked", shared(m_pending->marked())});
    schema.sets.push_back({"selected", shared(m_selection->ranges())});
    schema.sets.push_back({"reviewed", shared(m_tags->reviewed())});
}

void DocumentSession::placeAt(std::uint64_t record) {
    m_lastCurrent.reset();
    m_selection->setCurrent(record);
}

RecordRanges DocumentSession::chosen() const {
    RecordRanges records = m_selection->ranges();
    if (records.isEmpty() && m_selection->current())
        records.add(*m_selection->current());
    return records;
}

bool DocumentSession::toggleTag(const QString& name) {
    const RecordRanges records = chosen();
    if (!m_tags->toggle(name, records))
        return false;
    if (records.count() == 1)
        m_tags->addReviewed(records.nth(0));
    return true;
}

QString DocumentSession::toggleTag(std::size_t key) {
    // The n-th tag has key n: those before it are made with it.
    if (key > m_tags->tags().size())
        m_tags->makeUpTo(key);
    const QString name = m_tags->tags()[key - 1].name;
    toggleTag(name);
    return name;
}

Job* DocumentSession::applyPending() { return m_history->apply(); }

bool DocumentSession::toggleMarks() {
    if (!m_document->isEditable())
        return false;
    MarkReason reason;
    if (m_search->showsDuplicates())
        reason.kind = MarkReason::Kind::Duplicate;
    else if (m_search->isFiltered())
        reason = {MarkReason::Kind::Filter, m_search->filter()};
    m_pending->toggle(chosen(), 0, reason);
    return true;
}

}  // namespace zrecord::workbench
