#include "workbench/curate/tag_file.h"

#include <algorithm>
#include <utility>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <zrecord/record_facts.h>

#include "workbench/document/index_remap.h"
#include "workbench/document/stream_set.h"

namespace zrecord::workbench::tag_file {
namespace {

constexpr int kVersion = 1;
constexpr qint64 kLargestFile = qint64{1} << 30;

QJsonArray toJson(const RecordRanges& records) {
    QJsonArray array;
    for (const RecordRange& range : records.ranges())
        array.append(QJsonArray{static_cast<qint64>(range.first), static_cast<qint64>(range.count)});
    return array;
}

bool takeNumber(const QJsonValue& value, std::uint64_t& number) {
    const qint64 read = value.toInteger(-1);
    number = static_cast<std::uint64_t>(read);
    return read >= 0;
}

bool takeRanges(const QJsonValue& value, RecordRanges& records) {
    for (const QJsonValue& each : value.toArray()) {
        std::uint64_t first = 0;
        std::uint64_t count = 0;
        if (!takeNumber(each[0], first) || !takeNumber(each[1], count) || count == 0 || first + count < first)
            return false;
        records.add(first, count);
    }
    return true;
}

Status refused(const char* what) {
    return Status(ErrorCode::InvalidArgument, what).withRemedy("Move the file away to begin without tags, or bring back an older copy of it.");
}

}  // namespace

QString pathFor(const QString& documentPath) { return documentPath + QStringLiteral(".tags.json"); }

QByteArray encode(const TagState& state) {
    QJsonArray tags;
    for (const Tag& tag : state.tags)
        tags.append(QJsonObject{{QStringLiteral("name"), tag.name}, {QStringLiteral("records"), toJson(tag.records)}});
    QJsonArray seen;
    for (const TagWitness& witness : state.witnesses)
        seen.append(QJsonArray{static_cast<qint64>(witness.record), QString::number(witness.hash, 16)});
    QJsonObject root{{QStringLiteral("format"), QStringLiteral("zrecord tags")},
                     {QStringLiteral("version"), kVersion},
                     {QStringLiteral("records"), static_cast<qint64>(state.records)},
                     {QStringLiteral("tags"), tags},
                     {QStringLiteral("reviewed"), toJson(state.reviewed)},
                     {QStringLiteral("witnesses"), seen}};
    if (!state.removing.isEmpty())
        root.insert(QStringLiteral("removing"), toJson(state.removing));
    return QJsonDocument(root).toJson(QJsonDocument::Compact);
}

Result<TagState> decode(const QByteArray& json) {
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    if (root[QLatin1String("format")].toString() != u"zrecord tags")
        return refused("this is no file of tags");
    if (root[QLatin1String("version")].toInt() != kVersion)
        return refused("these tags were written by a newer program");
    TagState state;
    if (!takeNumber(root[QLatin1String("records")], state.records) || !takeRanges(root[QLatin1String("reviewed")], state.reviewed) ||
        !takeRanges(root[QLatin1String("removing")], state.removing))
        return refused("the record numbers in this file of tags are damaged");
    for (const QJsonValue& each : root[QLatin1String("tags")].toArray()) {
        Tag tag{each[QLatin1String("name")].toString(), {}};
        if (tag.name.isEmpty() || state.tags.size() >= RecordTags::kMostTags || !takeRanges(each[QLatin1String("records")], tag.records))
            return refused("a tag in this file is damaged");
        state.tags.push_back(std::move(tag));
    }
    for (const QJsonValue& each : root[QLatin1String("witnesses")].toArray()) {
        TagWitness witness;
        bool isHash = false;
        witness.hash = each[1].toString().toULongLong(&isHash, 16);
        if (!takeNumber(each[0], witness.record) || !isHash)
            return refused("the hashes in this file of tags are damaged");
        state.witnesses.push_back(witness);
    }
    return state;
}

Result<TagState> read(const QString& path) {
    QFile file(path);
    if (!file.exists())
        return Status(ErrorCode::NotFound, "there are no tags yet").withFile(path.toStdString());
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargestFile)
        return Status(ErrorCode::IoError, "the tags cannot be read: " + file.errorString().toStdString()).withFile(path.toStdString());
    Result<TagState> state = decode(file.readAll());
    if (!state.ok())
        return Status(state.status()).withFile(path.toStdString());
    return state;
}

Status write(const QString& path, const TagState& state) {
    QSaveFile file(path);
    const QByteArray json = encode(state);
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size() || !file.commit())
        return Status(ErrorCode::IoError, "the tags cannot be written: " + file.errorString().toStdString())
            .withFile(path.toStdString())
            .withRemedy("Make the folder writable or free some space; the tags stay in memory until then.");
    return {};
}

Result<std::vector<TagWitness>> witnesses(const StreamSet& streams, const std::vector<Tag>& tags) {
    RecordRanges all;
    for (const Tag& tag : tags)
        all.add(tag.records);
    std::vector<std::uint64_t> records;
    const std::uint64_t wanted = std::min<std::uint64_t>(all.count(), kWitnesses);
    for (std::uint64_t i = 0; i < wanted; ++i)
        records.push_back(all.nth(i * all.count() / wanted));
    ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> hashes, streams.hashes(0, records));
    std::vector<TagWitness> seen;
    for (std::size_t i = 0; i < records.size(); ++i)
        seen.push_back({records[i], hashes[i]});
    return seen;
}

Result<TagState> matched(TagState state, const StreamSet& streams) {
    const std::uint64_t now = streams.recordCount();
    if (!state.removing.isEmpty() && now + state.removing.count() == state.records) {
        const IndexRemap remap = IndexRemap::plan(state.removing, state.records);
        for (Tag& tag : state.tags)
            tag.records = remap.map(tag.records);
        state.reviewed = remap.map(state.reviewed);
        std::vector<TagWitness> moved;
        for (const TagWitness& witness : state.witnesses)
            if (const auto record = remap.map(witness.record))
                moved.push_back({*record, witness.hash});
        state.witnesses = std::move(moved);
        state.records = now;
    }
    state.removing.clear();
    const auto changed = [] {
        return Status(ErrorCode::WrongKind, "the store was changed by another program, and the tagged records are no longer where they were")
            .withRemedy("Tag anew: saving replaces the old file.");
    };
    if (now < state.records)
        return changed();
    std::vector<std::uint64_t> records;
    for (const TagWitness& witness : state.witnesses)
        records.push_back(witness.record);
    ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> hashes, streams.hashes(0, records));
    for (std::size_t i = 0; i < hashes.size(); ++i)
        if (hashes[i] != state.witnesses[i].hash)
            return changed();
    state.records = now;
    return state;
}

}  // namespace zrecord::workbench::tag_file
