#include "widgets/docks/inspector_dock.h"

#include <algorithm>

#include <QAction>
#include <QPushButton>
#include <QVBoxLayout>

#include <zrecord/shape.h>

#include "widgets/actions/action_registry.h"
#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "workbench/curate/record_tags.h"
#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"
#include "workbench/fetch/record_facts_loader.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::bytesText;
using workbench::countText;

namespace {

QString ratioText(std::uint64_t plain, std::uint64_t stored) {
    return stored == 0 ? QStringLiteral("–") : QStringLiteral("%1×").arg(static_cast<double>(plain) / static_cast<double>(stored), 0, 'f', 2);
}

QString fromStd(const std::string& text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace

InspectorDock::InspectorDock(ActionRegistry& actions, workbench::TaskRunner& runner, QWidget* parent)
    : DockFrame(QStringLiteral("inspectorDock"), tr("Inspector"), 240, parent), m_loader(new workbench::RecordFactsLoader(runner, this)),
      m_hint(new TextLabel(TextLabel::Style::Body, tr("Open a store to see what it holds."), contents())),
      m_record(new KeyValueList(contents())), m_streams(new KeyValueList(contents())), m_store(new KeyValueList(contents())),
      m_statistics(new KeyValueList(contents())), m_deadHint(new TextLabel(TextLabel::Style::Body, {}, contents())),
      m_compute(new QPushButton(tr("Compute statistics"), contents())) {
    m_hint->setTone(Tone::Dim);
    m_hint->setWordWrap(true);
    column()->insertWidget(0, m_hint);
    addSection(tr("Record"), m_record);
    addSection(tr("Streams"), m_streams);
    addSection(tr("Store"), m_store);
    addSection(tr("Statistics"), m_statistics);
    m_deadHint->setWordWrap(true);
    m_deadHint->setTone(Tone::Dim);
    column()->insertWidget(column()->count() - 1, m_deadHint);
    m_compute->setObjectName(QStringLiteral("computeStatistics"));
    column()->insertWidget(column()->count() - 1, m_compute, 0, Qt::AlignLeft);
    if (QAction* action = actions.action(QStringLiteral("store.statistics")))
        connect(m_compute, &QPushButton::clicked, action, &QAction::trigger);
    connect(m_loader, &workbench::RecordFactsLoader::located, this,
            [this](std::size_t stream, std::uint64_t index, const RecordLocation& location) {
                if (stream != m_stream)
                    return;
                m_locatedRecord = index;
                m_location = location;
                m_locationError.clear();
                refreshRecord();
            });
    connect(m_loader, &workbench::RecordFactsLoader::failed, this,
            [this](std::size_t, std::uint64_t index, const Status& status) {
                m_locatedRecord = index;
                m_locationError = workbench::userMessage(status, workbench::UserAction::ReadRecord).reason;
                refreshRecord();
            });
    setDocument(nullptr);
}

InspectorDock::~InspectorDock() = default;

void InspectorDock::setDocument(workbench::DocumentSession* session) {
    if (m_session != nullptr) {
        disconnect(m_session, nullptr, this, nullptr);
        disconnect(&m_session->document(), nullptr, this, nullptr);
        disconnect(&m_session->selection(), nullptr, this, nullptr);
        disconnect(&m_session->pending(), nullptr, this, nullptr);
        disconnect(&m_session->tags(), nullptr, this, nullptr);
        disconnect(&m_session->search(), nullptr, this, nullptr);
    }
    m_loader->cancel();
    m_session = session;
    m_stream = 0;
    m_locatedRecord.reset();
    if (session != nullptr) {
        connect(&session->document(), &workbench::StoreDocument::changed, this, [this] {
            refreshStore();
            refreshStatistics();
            requestFacts();
        });
        connect(&session->document(), &workbench::StoreDocument::statisticsChanged, this, &InspectorDock::refreshStatistics);
        connect(&session->selection(), &workbench::RecordSelection::currentChanged, this, &InspectorDock::requestFacts);
        connect(&session->pending(), &workbench::PendingChanges::changed, this, &InspectorDock::refreshRecord);
        connect(&session->tags(), &workbench::RecordTags::changed, this, &InspectorDock::refreshRecord);
        connect(&session->search(), &workbench::RecordSearch::duplicatesFound, this, &InspectorDock::refreshRecord);
        connect(session, &workbench::DocumentSession::recordsRemapped, this, &InspectorDock::requestFacts);
        connect(session, &workbench::DocumentSession::sourceReplaced, this, &InspectorDock::requestFacts);
    }
    refreshStore();
    refreshStatistics();
    requestFacts();
}

void InspectorDock::setStream(std::size_t stream) {
    m_stream = stream;
    m_locatedRecord.reset();
    refreshStore();
    refreshStatistics();
    requestFacts();
}

void InspectorDock::showEvent(QShowEvent* event) {
    DockFrame::showEvent(event);
    requestFacts();
}

void InspectorDock::requestFacts() {
    if (m_session == nullptr || !m_session->document().isOpen() || !m_session->selection().current()) {
        m_loader->cancel();
        m_locatedRecord.reset();
    } else if (isVisible()) {
        m_loader->request(m_session->document().streamSet(), m_stream, *m_session->selection().current());
    }
    refreshRecord();
}

void InspectorDock::refreshRecord() {
    const bool open = m_session != nullptr && m_session->document().isOpen() && m_stream < m_session->document().streams().size();
    m_hint->setVisible(!open);
    const auto current = open ? m_session->selection().current() : std::nullopt;
    setSectionVisible(m_record, current.has_value());
    if (!current)
        return;
    const workbench::StreamInfo& info = m_session->document().streams()[m_stream];
    std::vector<KeyValueList::Row> rows;
    rows.push_back({tr("index"), countText(*current)});
    if (info.summary.kind == StoreKind::Dense)
        rows.push_back({tr("shape"), fromStd(shapeText(info.summary.itemShape))});
    const workbench::DecodedRecord record = m_session->cache().record(m_stream, *current);
    if (info.summary.kind == StoreKind::Ragged && !record.isNull())
        rows.push_back({tr("shape"), fromStd(shapeText(record.shape()))});
    rows.push_back({tr("dtype"), fromStd(info.summary.dtype.displayName())});
    if (m_locatedRecord == current && m_locationError.isEmpty()) {
        rows.push_back({tr("stored"), tr("%1 · %2").arg(bytesText(m_location.storedBytes), ratioText(m_location.plainBytes, m_location.storedBytes)),
                        Tone::Plain, tr("Bytes in the chunk file, and the plain size divided by it")});
        rows.push_back({tr("plain"), bytesText(m_location.plainBytes)});
        rows.push_back({tr("chunk %1, offset").arg(m_location.chunk), countText(m_location.offset)});
    } else if (m_locatedRecord == current) {
        rows.push_back({tr("stored"), m_locationError, Tone::Marked});
    }
    if (const QStringList tags = m_session->tags().namesOf(*current); !tags.isEmpty())
        rows.push_back({tr("tags"), tags.join(QStringLiteral(", "))});
    if (const auto group = m_session->search().duplicates().groupOf(*current); !group.empty())
        rows.push_back({tr("duplicates"), tr("%1 others").arg(countText(group.size() - 1)), Tone::Plain, tr("Records that are equal to this one, in this stream when they were looked for")});
    if (m_session->pending().isMarked(*current))
        rows.push_back({tr("state"), tr("marked for deletion"), Tone::Marked});
    m_record->setRows(rows);
}

void InspectorDock::refreshStore() {
    const bool open = m_session != nullptr && m_session->document().isOpen() && m_stream < m_session->document().streams().size();
    setSectionVisible(m_store, open);
    setSectionVisible(m_streams, open && m_session->document().streams().size() > 1);
    if (!open)
        return;
    const auto& streams = m_session->document().streams();
    std::vector<KeyValueList::Row> lines;
    for (std::size_t i = 0; i < streams.size(); ++i)
        lines.push_back({streams[i].name, i == m_stream ? tr("this") : workbench::recordsText(streams[i].summary.records),
                         i == m_stream ? Tone::Dim : Tone::Plain});
    m_streams->setRows(lines);

    const StoreSummary& summary = streams[m_stream].summary;
    std::vector<KeyValueList::Row> rows;
    rows.push_back({tr("kind"), summary.kind == StoreKind::Dense ? tr("dense") : tr("ragged")});
    rows.push_back({tr("dtype"), fromStd(summary.dtype.displayName()), Tone::Plain, fromStd(summary.dtype.descr())});
    if (summary.kind == StoreKind::Dense) {
        rows.push_back({tr("shape"), fromStd(shapeText(summary.itemShape))});
        rows.push_back({tr("record"), bytesText(summary.recordBytes)});
    }
    rows.push_back({tr("codec"), workbench::codecText(summary.codec)});
    if (summary.dictionaryBytes > 0)
        rows.push_back({tr("dictionary"), bytesText(summary.dictionaryBytes)});
    rows.push_back({tr("records"), countText(summary.records)});
    rows.push_back({tr("stored"), bytesText(summary.chunkBytes), Tone::Plain, tr("%1 bytes").arg(countText(summary.chunkBytes))});
    rows.push_back({tr("chunk files"), countText(summary.chunks)});
    m_store->setRows(rows);
}

void InspectorDock::refreshStatistics() {
    const bool open = m_session != nullptr && m_session->document().isOpen() && m_stream < m_session->document().streams().size();
    setSectionVisible(m_statistics, open);
    m_compute->setVisible(false);
    m_deadHint->setVisible(false);
    if (!open)
        return;
    const workbench::StreamInfo& info = m_session->document().streams()[m_stream];
    if (!info.stats) {
        const bool computing = m_session->document().isComputingStatistics();
        m_statistics->setRows({{tr("live and dead bytes"), computing ? tr("computing…") : tr("not computed")}});
        m_compute->setVisible(!computing);
        m_deadHint->setVisible(!computing);
        m_deadHint->setText(tr("Counting reads the whole location table (%1); it runs in the background.")
                                .arg(bytesText(info.summary.records * (info.summary.kind == StoreKind::Ragged ? 32 : 16))));
        return;
    }
    const StoreStats& stats = *info.stats;
    m_statistics->setRows({{tr("live"), bytesText(stats.liveBytes), Tone::Plain, tr("%1 bytes").arg(countText(stats.liveBytes))},
                           {tr("dead"), tr("%1 · %2").arg(bytesText(stats.reclaimable), workbench::percentText(stats.reclaimable, stats.chunkBytes)),
                            stats.reclaimable > 0 ? Tone::Warning : Tone::Plain, tr("%1 bytes").arg(countText(stats.reclaimable))},
                           {tr("plain"), bytesText(stats.plainBytes), Tone::Plain, tr("%1 bytes").arg(countText(stats.plainBytes))},
                           {tr("ratio"), ratioText(stats.plainBytes, stats.liveBytes)}});
    if (stats.reclaimable > 0) {
        m_deadHint->setText(tr("Deleted space stays in the files until you compact: %1 would be given back.").arg(bytesText(stats.reclaimable)));
        m_deadHint->setVisible(true);
    }
}

}  // namespace zrecord::widgets
