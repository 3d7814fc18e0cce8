#include "widgets/browse/tile_source.h"

#include <QCoreApplication>
#include <QStringList>

#include "workbench/curate/record_tags.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/viewdata/value_names.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::RecordState;

namespace {

/// Label streams hold one short value a record; wider ones belong into the viewer.
constexpr std::uint64_t kLabelBytes = 32;
constexpr std::size_t kMostLabels = 2;
constexpr int kLabelElements = 3;
constexpr int kTileElements = 24;

QString tr(const char* text) {
    return QCoreApplication::translate("TileSource", text);
}

Tile::State tileState(RecordState state, bool showLoading) {
    switch (state) {
    case RecordState::Ready:
    case RecordState::Stale: return Tile::State::Ready;
    case RecordState::Failed: return Tile::State::Failed;
    case RecordState::Loading:
    case RecordState::NotRequested: break;
    }
    return showLoading ? Tile::State::Loading : Tile::State::Placeholder;
}

}  // namespace

TileSource::TileSource(workbench::DocumentSession& session, std::size_t stream) : m_session(&session), m_stream(stream) {
    const auto& streams = session.document().streams();
    for (std::size_t i = 0; i < streams.size() && m_labelStreams.size() < kMostLabels; ++i) {
        const auto& summary = streams[i].summary;
        if (i != stream && summary.kind == StoreKind::Dense && summary.recordBytes <= kLabelBytes) {
            m_labelStreams.push_back(i);
        }
    }
}

Tile TileSource::tile(std::uint64_t record, bool showLoading) const {
    Tile tile;
    if (!m_session) {
        return tile;
    }
    const auto& thumbnails = m_session->thumbnails();
    const RecordState state = thumbnails.state(record);
    tile.state = tileState(state, showLoading);
    tile.stale = state == RecordState::Stale;
    tile.index = workbench::countText(record);
    tile.label = labelText(record);
    tile.tags = tagText(record);
    tile.selected = m_session->selection().isSelected(record);
    tile.current = m_session->selection().current() == record;
    tile.marked = m_session->pending().isMarked(record);
    if (tile.state == Tile::State::Failed) {
        tile.text = workbench::userMessage(thumbnails.status(record), workbench::UserAction::ReadRecord).title;
    } else if (tile.state == Tile::State::Ready) {
        tile.image = thumbnails.image(record);
        if (tile.image.isNull()) {
            const auto values = m_session->cache().record(m_stream, record);
            tile.text = values.isNull() ? QString() : workbench::previewText(values, kTileElements);
        }
    }
    return tile;
}

bool TileSource::isAwaited(std::uint64_t record) const {
    const RecordState state = m_session->thumbnails().state(record);
    return state == RecordState::Loading || state == RecordState::NotRequested;
}

QString TileSource::toolTip(std::uint64_t record) const {
    const Tile shown = tile(record, false);
    QString text = tr("Record %1").arg(shown.index);
    if (!shown.label.isEmpty()) {
        text += QStringLiteral(" · ") + shown.label;
    }
    if (shown.state == Tile::State::Failed) {
        text += u'\n' + workbench::userMessage(m_session->thumbnails().status(record), workbench::UserAction::ReadRecord).oneLine();
    } else if (!shown.text.isEmpty()) {
        text += u'\n' + shown.text;
    }
    if (const QStringList tags = m_session->tags().namesOf(record); !tags.isEmpty()) {
        text += u'\n' + tr("Tags: %1").arg(tags.join(QStringLiteral(", ")));
    }
    if (shown.marked) {
        text += u'\n' + tr("Marked for deletion");
    }
    return text;
}

QString TileSource::description(std::uint64_t record) const {
    const Tile now = tile(record, false);
    QStringList parts{tr("record %1").arg(now.index)};
    const QStringList tags = m_session->tags().namesOf(record);
    for (const QString& part : {now.label, now.text, tags.isEmpty() ? QString() : tr("tagged %1").arg(tags.join(QStringLiteral(", "))), now.selected ? tr("selected") : QString(),
                                now.marked ? tr("marked for deletion") : QString()}) {
        if (!part.isEmpty()) {
            parts += part;
        }
    }
    return parts.join(QStringLiteral(", "));
}

QString TileSource::tagText(std::uint64_t record) const {
    // The first nine by their keys: there is little room, and the key is what one types.
    QStringList shown;
    const auto& tags = m_session->tags().tags();
    for (std::size_t i = 0; i < tags.size(); ++i) {
        if (tags[i].records.contains(record)) {
            shown << (i < workbench::RecordTags::kKeys ? QString::number(i + 1) : tags[i].name);
        }
    }
    return shown.join(u' ');
}

QString TileSource::labelText(std::uint64_t record) const {
    QStringList labels;
    for (const std::size_t stream : m_labelStreams) {
        const auto value = m_session->cache().record(stream, record);
        if (!value.isNull()) {
            // There is little room in a tile: the name alone says it.
            const auto& names = m_session->document().streams()[stream].names;
            const QString name = names ? names->nameOf(value) : QString();
            labels += name.isEmpty() ? workbench::previewText(value, kLabelElements) : name;
        }
    }
    return labels.join(QStringLiteral(" · "));
}

}  // namespace zrecord::widgets
