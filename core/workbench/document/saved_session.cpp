#include "workbench/document/saved_session.h"

#include <algorithm>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"

namespace zrecord::workbench {
namespace {

constexpr int kFormat = 1;

/// Numbers of records may be larger than a number of JSON holds exactly.
QString text(std::uint64_t number) { return QString::number(number); }

std::uint64_t number(const QJsonValue& value) { return value.toString().toULongLong(); }

QJsonObject encode(const SavedDocument& document) {
    QJsonArray selected;
    for (const RecordRange& range : document.selected.ranges())
        selected.append(QJsonArray{text(range.first), text(range.count)});
    QJsonObject views;
    for (const auto& [perspective, view] : document.views)
        views.insert(perspective, view);
    QJsonObject object{{QStringLiteral("path"), document.path},
                       {QStringLiteral("records"), text(document.records)},
                       {QStringLiteral("bytes"), text(document.bytes)},
                       {QStringLiteral("stream"), text(document.stream)},
                       {QStringLiteral("selected"), selected},
                       {QStringLiteral("filter"), document.filter},
                       {QStringLiteral("sort"), QJsonArray::fromStringList(document.sortKeys)},
                       {QStringLiteral("views"), views}};
    if (document.current)
        object.insert(QStringLiteral("current"), text(*document.current));
    return object;
}

SavedDocument decode(const QJsonObject& object) {
    SavedDocument document;
    document.path = object.value(QLatin1String("path")).toString();
    document.records = number(object.value(QLatin1String("records")));
    document.bytes = number(object.value(QLatin1String("bytes")));
    document.stream = number(object.value(QLatin1String("stream")));
    if (object.contains(QLatin1String("current")))
        document.current = number(object.value(QLatin1String("current")));
    const QJsonArray selected = object.value(QLatin1String("selected")).toArray();
    for (const auto& range : selected)
        document.selected.add(number(range.toArray().at(0)), number(range.toArray().at(1)));
    document.filter = object.value(QLatin1String("filter")).toString();
    const QJsonArray keys = object.value(QLatin1String("sort")).toArray();
    for (const auto& key : keys)
        document.sortKeys << key.toString();
    const QJsonObject views = object.value(QLatin1String("views")).toObject();
    for (auto view = views.begin(); view != views.end(); ++view)
        document.views.emplace(view.key(), view.value().toString());
    return document;
}

std::uint64_t storedBytes(const StoreDocument& document) {
    std::uint64_t bytes = 0;
    for (const StreamInfo& stream : document.streams())
        bytes += stream.summary.chunkBytes;
    return bytes;
}

}  // namespace

SavedDocument savedDocument(DocumentSession& session) {
    SavedDocument saved;
    saved.path = session.document().path();
    saved.records = session.document().recordCount();
    saved.bytes = storedBytes(session.document());
    saved.current = session.selection().current();
    if (session.selection().ranges().ranges().size() <= kMostSavedRanges)
        saved.selected = session.selection().ranges();
    saved.filter = session.search().filter();
    saved.sortKeys = session.search().sortKeys();
    return saved;
}

void restoreDocument(DocumentSession& session, const SavedDocument& saved) {
    const bool same = saved.records == session.document().recordCount() && saved.bytes == storedBytes(session.document());
    if (saved.current && session.document().recordCount() > 0)
        session.placeAt(std::min(*saved.current, session.document().recordCount() - 1));
    if (same)
        session.selection().setRanges(saved.selected);
    if (saved.filter.isEmpty() && saved.sortKeys.isEmpty())
        return;
    RecordSearch& search = session.search();
    const auto ask = [&search, saved] { search.apply(saved.filter, saved.sortKeys); };
    if (search.isReady()) {
        ask();
        return;
    }
    // The filter is about streams that are not known yet; what somebody asks in between counts.
    auto* once = new QObject(&search);
    QObject::connect(&search, &RecordSearch::schemaChanged, once, [once, ask, &search] {
        once->deleteLater();
        once->disconnect();
        QObject::disconnect(&search, nullptr, once, nullptr);
        if (!search.isFiltered())
            ask();
    });
}

QByteArray encodeSession(const SavedSession& session) {
    QJsonArray documents;
    for (const SavedDocument& document : session.documents)
        documents.append(encode(document));
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), kFormat},
                                     {QStringLiteral("documents"), documents},
                                     {QStringLiteral("current"), session.currentPath},
                                     {QStringLiteral("perspective"), session.perspective}})
        .toJson(QJsonDocument::Compact);
}

std::optional<SavedSession> decodeSession(const QByteArray& json) {
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    if (object.value(QLatin1String("format")).toInt() != kFormat)
        return std::nullopt;
    SavedSession session;
    const QJsonArray documents = object.value(QLatin1String("documents")).toArray();
    for (const auto& document : documents) {
        session.documents.push_back(decode(document.toObject()));
        if (session.documents.back().path.isEmpty())
            session.documents.pop_back();
    }
    session.currentPath = object.value(QLatin1String("current")).toString();
    session.perspective = object.value(QLatin1String("perspective")).toString();
    return session;
}

}  // namespace zrecord::workbench
