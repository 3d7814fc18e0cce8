#include "workbench/curate/curation_log.h"

#include <algorithm>

#include <QStringList>

namespace zrecord::workbench {

CurationLog::CurationLog(QObject* parent) : QAbstractListModel(parent) {}

CurationLog::~CurationLog() = default;

void CurationLog::add(const QString& store, const QString& text, const QString& command) {
    if (m_entries.size() == kMostEntries) {
        beginRemoveRows({}, 0, 0);
        m_entries.pop_front();
        endRemoveRows();
    }
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_entries.push_back({QDateTime::currentDateTime(), store, text, command});
    endInsertRows();
}

QString CurationLog::script() const {
    QString script = QStringLiteral("#!/bin/sh\nset -e\n");
    for (const Entry& entry : m_entries) {
        QString comment = entry.text;
        script += QStringLiteral("# %1 %2\n").arg(entry.time.toString(Qt::ISODate), comment.replace(u'\n', u' '));
        if (!entry.command.isEmpty())
            script += entry.command + u'\n';
    }
    return script;
}

int CurationLog::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_entries.size()); }

QVariant CurationLog::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case TextRole: return entry.text;
    case Qt::ToolTipRole:
    case CommandRole: return entry.command;
    case TimeRole: return entry.time;
    case StoreRole: return entry.store;
    default: return {};
    }
}

QHash<int, QByteArray> CurationLog::roleNames() const {
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert(TimeRole, "time");
    names.insert(TextRole, "text");
    names.insert(CommandRole, "command");
    names.insert(StoreRole, "store");
    return names;
}

namespace command {

QString quoted(const QString& argument) {
    const auto plain = [](QChar c) { return c.isLetterOrNumber() || QStringLiteral("_-./:,+=@%").contains(c); };
    if (!argument.isEmpty() && std::all_of(argument.begin(), argument.end(), plain))
        return argument;
    return u'\'' + QString(argument).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString records(const RecordRanges& records) {
    if (records.ranges().size() > kMostRanges)
        return QStringLiteral("--indices FILE");
    QStringList parts;
    for (const RecordRange& range : records.ranges())
        parts << (range.count == 1 ? QString::number(range.first) : QStringLiteral("%1:%2").arg(range.first).arg(range.end()));
    return parts.join(u' ');
}

QString find(const QString& store, const QString& filter, const QString& stream, const QStringList& keys) {
    QString line = QStringLiteral("zr find ") + quoted(store);
    if (!filter.isEmpty())
        line += u' ' + quoted(filter);
    if (!stream.isEmpty())
        line += QStringLiteral(" --stream ") + quoted(stream);
    if (!keys.isEmpty())
        line += QStringLiteral(" --sort=") + quoted(keys.join(u','));
    return line;
}

QString duplicates(const QString& store, const QString& stream) {
    return QStringLiteral("zr find ") + quoted(store) + QStringLiteral(" --duplicates") + (stream.isEmpty() ? QString() : QStringLiteral(" --stream ") + quoted(stream));
}

QString remove(const QString& store, const RecordRanges& removed) { return QStringLiteral("zr delete %1 %2").arg(quoted(store), records(removed)); }

QString planRemoval(const QString& store, const RecordRanges& removed, const QString& table) {
    return remove(store, removed) + QStringLiteral(" --dry-run --table ") + quoted(table);
}

QString undo(const QString& store) { return QStringLiteral("zr undo ") + quoted(store); }

QString compact(const QString& store) { return QStringLiteral("zr compact ") + quoted(store); }

}  // namespace command

}  // namespace zrecord::workbench
