#include "widgets/strips/status_strip.h"

#include <algorithm>

#include <QAction>
#include <QHBoxLayout>
#include <QTimer>

#include "widgets/actions/action_registry.h"
#include "widgets/common/elided_label.h"
#include "widgets/strips/status_item.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"

namespace zrecord::widgets {

namespace {
constexpr int kMessageMilliseconds = 8'000;
constexpr int kRefreshMilliseconds = 100;  // many signals within a frame become one refresh
}

StatusStrip::StatusStrip(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent), m_records(makeItem(actions, QStringLiteral("go.to"))), m_stored(makeItem(actions, {})),
      m_dead(makeItem(actions, QStringLiteral("store.compact"))), m_selected(makeItem(actions, QStringLiteral("select.none"))),
      m_cache(makeItem(actions, {})), m_message(new ElidedLabel({}, Qt::ElideRight, this)), m_messageTimer(new QTimer(this)),
      m_refreshTimer(new QTimer(this)) {
    setObjectName(QStringLiteral("statusStrip"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Status"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 2, 6, 2);
    row->setSpacing(8);
    for (StatusItem* item : {m_records, m_stored, m_dead, m_selected})
        row->addWidget(item);
    m_message->setAlignment(Qt::AlignCenter);
    row->addWidget(m_message, 1);
    row->addWidget(m_cache);
    setMinimumHeight(28);
    m_messageTimer->setSingleShot(true);
    m_messageTimer->setInterval(kMessageMilliseconds);
    connect(m_messageTimer, &QTimer::timeout, this, [this] { m_message->setText({}); });
    m_refreshTimer->setSingleShot(true);
    m_refreshTimer->setInterval(kRefreshMilliseconds);
    connect(m_refreshTimer, &QTimer::timeout, this, &StatusStrip::refresh);
    refresh();
}

StatusItem* StatusStrip::makeItem(ActionRegistry& actions, const QString& id) {
    auto* item = new StatusItem(this);
    if (QAction* action = id.isEmpty() ? nullptr : actions.action(id)) {
        item->setClickable(true);
        item->setToolTip(action->toolTip());
        connect(item, &QAbstractButton::clicked, action, &QAction::trigger);
    }
    return item;
}

void StatusStrip::setDocument(workbench::DocumentSession* session) {
    if (m_session != nullptr) {
        disconnect(&m_session->document(), nullptr, m_refreshTimer, nullptr);
        disconnect(&m_session->selection(), nullptr, m_refreshTimer, nullptr);
        disconnect(&m_session->cache(), nullptr, m_refreshTimer, nullptr);
    }
    m_session = session;
    m_stream = 0;
    if (session != nullptr) {
        const auto later = qOverload<>(&QTimer::start);
        connect(&session->document(), &workbench::StoreDocument::changed, m_refreshTimer, later);
        connect(&session->document(), &workbench::StoreDocument::statisticsChanged, m_refreshTimer, later);
        connect(&session->selection(), &workbench::RecordSelection::selectionChanged, m_refreshTimer, later);
        connect(&session->cache(), &workbench::RecordCache::recordsChanged, m_refreshTimer, later);
        connect(&session->cache(), &workbench::RecordCache::allChanged, m_refreshTimer, later);
    }
    refresh();
}

void StatusStrip::setStream(std::size_t stream) {
    m_stream = stream;
    refresh();
}

void StatusStrip::showMessage(const QString& text) {
    m_message->setText(text);
    m_messageTimer->start();
}

void StatusStrip::refresh() {
    const bool open = m_session != nullptr && m_session->document().isOpen();
    for (StatusItem* item : {m_records, m_stored, m_dead, m_selected, m_cache})
        item->setVisible(open);
    if (!open)
        return;
    refreshStore();
    const std::uint64_t selected = m_session->selection().count();
    m_selected->setParts(tr("selected "), workbench::countText(selected), {});
    m_cache->setParts(tr("cache "), workbench::bytesText(m_session->cache().bytes()),
                      tr(" of %1").arg(workbench::bytesText(m_session->cache().byteLimit())));
}

void StatusStrip::refreshStore() {
    const workbench::StoreDocument& document = m_session->document();
    m_records->setParts({}, workbench::countText(document.recordCount()),
                        document.recordCount() == 1 ? tr(" record") : tr(" records"));
    const auto& streams = document.streams();
    if (streams.empty())
        return;
    const workbench::StreamInfo& stream = streams[std::min(m_stream, streams.size() - 1)];
    const StoreSummary& summary = stream.summary;
    QString after = tr(" stored");
    if (stream.stats && stream.stats->liveBytes > 0) {
        const double ratio = static_cast<double>(stream.stats->plainBytes) / static_cast<double>(stream.stats->liveBytes);
        after += tr(" · ratio %1").arg(ratio, 0, 'f', 2);
    }
    after += QStringLiteral(" · ") + workbench::codecText(summary.codec);
    if (summary.dictionaryBytes > 0)
        after += u' ' + workbench::bytesText(summary.dictionaryBytes);
    const QString before = streams.size() > 1 ? stream.name + u' ' : QString();
    m_stored->setParts(before, workbench::bytesText(summary.chunkBytes), after);

    std::uint64_t dead = 0;
    std::uint64_t total = 0;
    bool known = true;
    for (const workbench::StreamInfo& each : streams) {
        known = known && each.stats.has_value();
        dead += each.stats ? each.stats->reclaimable : 0;
        total += each.summary.chunkBytes;
    }
    if (known)
        m_dead->setParts(tr("dead "), workbench::percentText(dead, total),
                         dead == 0             ? QString()
                         : streams.size() == 1 ? QStringLiteral(" (%1)").arg(workbench::bytesText(dead))
                                               : tr(" (%1 in %2 streams)").arg(workbench::bytesText(dead), workbench::countText(streams.size())));
    else
        m_dead->setParts(tr("dead "), document.isComputingStatistics() ? QStringLiteral("…") : tr("not computed"), {});
}

}  // namespace zrecord::widgets
