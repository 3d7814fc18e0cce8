#include "workbench/models/record_table_model.h"

#include <algorithm>
#include <utility>

#include "workbench/document/pending_changes.h"
#include "workbench/curate/record_tags.h"
#include "workbench/document/store_document.h"
#include "workbench/fetch/record_cache.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/curate_text.h"
#include "workbench/messages/fact_text.h"
#include "workbench/messages/model_text.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/models/record_roles.h"
#include "workbench/selection/record_order.h"
#include "workbench/selection/record_selection.h"
#include "workbench/viewdata/value_names.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::workbench {

RecordTableModel::RecordTableModel(const StoreDocument& document, RecordCache& cache, RecordSelection& selection,
                                   PendingChanges& pending, int windowRows, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_cache(cache), m_selection(selection), m_pending(pending),
      m_window(windowRows), m_order(std::make_shared<RecordOrder>(document.recordCount())), m_columns(makeColumns()), m_recordCount(document.recordCount()) {
    connect(&m_cache, &RecordCache::recordsChanged, this, [this](std::size_t stream, std::uint64_t first, std::uint64_t count) {
        const int column = valueColumn(static_cast<int>(stream));
        if (column < 0)
            return;
        const bool hasShape = column + 1 < columnCount() && m_columns[static_cast<std::size_t>(column) + 1].kind == ColumnKind::Shape;
        emitRecords(first, count, column, column + (hasShape ? 1 : 0));
    });
    connect(&m_cache, &RecordCache::allChanged, this, [this] { emitRecords(m_base, m_recordCount, 0, columnCount() - 1); });
    connect(&m_selection, &RecordSelection::selectionChanged, this,
            [this] { emitRecords(m_base, m_recordCount, 0, columnCount() - 1, {SelectedRole}); });
    connect(&m_selection, &RecordSelection::currentChanged, this,
            [this] { emitRecords(m_base, m_recordCount, 0, columnCount() - 1, {CurrentRole}); });
    connect(&m_pending, &PendingChanges::changed, this,
            [this] { emitRecords(m_base, m_recordCount, 0, columnCount() - 1, {MarkedRole}); });
}

// --- Window ---------------------------------------------------------------------------------------------------------

int RecordTableModel::windowFor(std::uint64_t count) const noexcept {
    return static_cast<int>(std::min<std::uint64_t>(count, static_cast<std::uint64_t>(m_window)));
}

RecordTableModel::~RecordTableModel() = default;

std::uint64_t RecordTableModel::recordAt(int row) const { return m_order->recordAt(m_base + static_cast<std::uint64_t>(row)); }

std::optional<int> RecordTableModel::rowOf(std::uint64_t record) const {
    const auto place = m_order->rowOf(record);
    return place ? rowAt(*place) : std::nullopt;
}

std::optional<int> RecordTableModel::rowAt(std::uint64_t place) const noexcept {
    // A place before the base wraps around and is far outside, too.
    const std::uint64_t offset = place - m_base;
    if (offset >= static_cast<std::uint64_t>(windowFor(m_recordCount)))
        return std::nullopt;
    return static_cast<int>(offset);
}

bool RecordTableModel::ensureWindow(std::uint64_t first, std::uint64_t count) {
    const auto window = static_cast<std::uint64_t>(m_window);
    if (m_recordCount <= window)
        return false;
    const std::uint64_t largestBase = m_recordCount - window;
    first = std::min(first, m_recordCount - 1);
    const std::uint64_t last = first + std::min(std::max<std::uint64_t>(count, 1) - 1, m_recordCount - 1 - first);
    const std::uint64_t spare = window / 4;
    const bool roomAbove = m_base == 0 || first >= m_base + spare;
    const bool roomBelow = m_base == largestBase || last + spare < m_base + window;
    if (roomAbove && roomBelow && first >= m_base && last < m_base + window)
        return false;
    const std::uint64_t middle = first + (last - first) / 2;
    setBase(std::min(middle > window / 2 ? middle - window / 2 : 0, largestBase));
    return true;
}

void RecordTableModel::setBase(std::uint64_t base) {
    if (base == m_base)
        return;
    const std::uint64_t old = std::exchange(m_base, base);
    emitEverything();
    Q_EMIT baseChanged(old, base);
}

void RecordTableModel::setRecordCount(std::uint64_t count) {
    const int before = windowFor(m_recordCount);
    const int after = windowFor(count);
    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_recordCount = count;
        endRemoveRows();
    } else if (after > before) {
        beginInsertRows({}, before, after - 1);
        m_recordCount = count;
        endInsertRows();
    } else {
        m_recordCount = count;
    }
    const auto window = static_cast<std::uint64_t>(m_window);
    const std::uint64_t largestBase = count > window ? count - window : 0;
    if (m_base > largestBase) {
        const std::uint64_t old = std::exchange(m_base, largestBase);
        Q_EMIT baseChanged(old, m_base);
    }
    emitEverything();
}

void RecordTableModel::refresh() {
    if (m_order->isWhole() && m_order->count() != m_document.recordCount())
        m_order = std::make_shared<RecordOrder>(m_document.recordCount());
    std::vector<Column> columns = makeColumns();
    const auto ofStreams = [](const std::vector<Column>& all) {
        return std::count_if(all.begin(), all.end(), [](const Column& column) { return column.kind != ColumnKind::Fact && column.kind != ColumnKind::Tags; });
    };
    const auto streams = ofStreams(columns);
    if (streams != ofStreams(m_columns) || !std::equal(columns.begin(), columns.begin() + streams, m_columns.begin())) {
        beginResetModel();
        m_columns = std::move(columns);
        m_recordCount = m_order->count();
        m_base = 0;
        endResetModel();
        return;
    }
    setColumns(std::move(columns));
    setRecordCount(m_order->count());
}

void RecordTableModel::setColumns(std::vector<Column> columns) {
    const auto same = static_cast<int>(std::mismatch(columns.begin(), columns.end(), m_columns.begin(), m_columns.end()).first - columns.begin());
    if (same < columnCount()) {
        beginRemoveColumns({}, same, columnCount() - 1);
        m_columns.resize(static_cast<std::size_t>(same));
        endRemoveColumns();
    }
    if (static_cast<std::size_t>(same) < columns.size()) {
        beginInsertColumns({}, same, static_cast<int>(columns.size()) - 1);
        m_columns = std::move(columns);
        endInsertColumns();
    }
}

void RecordTableModel::setOrder(std::shared_ptr<const RecordOrder> order) {
    m_order = std::move(order);
    refresh();
}

void RecordTableModel::emitRecords(std::uint64_t first, std::uint64_t count, int firstColumn, int lastColumn,
                                   const QList<int>& roles) {
    if (!m_order->isWhole()) {
        // Where the records stand is not worth finding out: the view asks only for what it shows.
        first = m_base;
        count = m_recordCount;
    }
    const std::uint64_t from = std::max(first, m_base);
    const std::uint64_t windowEnd = m_base + static_cast<std::uint64_t>(windowFor(m_recordCount));
    const std::uint64_t end = count > windowEnd - std::min(first, windowEnd) ? windowEnd : first + count;
    if (from >= end || lastColumn < firstColumn)
        return;
    Q_EMIT dataChanged(index(static_cast<int>(from - m_base), firstColumn),
                       index(static_cast<int>(end - m_base) - 1, lastColumn), roles);
}

void RecordTableModel::emitEverything() {
    const int rows = rowCount();
    if (rows == 0)
        return;
    Q_EMIT dataChanged(index(0, 0), index(rows - 1, columnCount() - 1));
    Q_EMIT headerDataChanged(Qt::Vertical, 0, rows - 1);
}

// --- Columns --------------------------------------------------------------------------------------------------------

std::vector<RecordTableModel::Column> RecordTableModel::makeColumns() const {
    std::vector<Column> columns{{ColumnKind::Index, -1, text::recordColumn(), {}}};
    const std::vector<StreamInfo>& streams = m_document.streams();
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const StreamInfo& stream = streams[i];
        columns.push_back({ColumnKind::Value, static_cast<int>(i), stream.name, streamText(stream)});
        if (stream.summary.kind == StoreKind::Ragged)
            columns.push_back({ColumnKind::Shape, static_cast<int>(i), text::shapeColumn(stream.name), streamText(stream)});
    }
    for (const QString& fact : m_facts)
        columns.push_back({ColumnKind::Fact, -1, fact, text::factToolTip(fact), fact});
    if (m_tags != nullptr && !m_tags->tags().empty())
        columns.push_back({ColumnKind::Tags, -1, text::tagsColumn(), {}});
    return columns;
}

void RecordTableModel::setSearch(const RecordSearch* search) {
    m_search = search;
    const auto facts = [this] {
        if (!m_facts.isEmpty())
            emitRecords(m_base, m_recordCount, columnCount() - static_cast<int>(m_facts.size()), columnCount() - 1);
    };
    connect(search, &RecordSearch::coverageChanged, this, facts);
    connect(search, &RecordSearch::schemaChanged, this, facts);
    connect(search, &RecordSearch::orderChanged, this, [this] { Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1); });
}

void RecordTableModel::setTags(const RecordTags* tags) {
    m_tags = tags;
    connect(tags, &RecordTags::changed, this, [this] {
        setColumns(makeColumns());
        if (m_columns.back().kind == ColumnKind::Tags)
            emitRecords(m_base, m_recordCount, columnCount() - 1, columnCount() - 1);
    });
}

void RecordTableModel::setFactColumns(const QStringList& facts) {
    if (facts == m_facts)
        return;
    m_facts = facts;
    refresh();
}

QString RecordTableModel::sortKey(int column) const {
    const Column& of = m_columns[static_cast<std::size_t>(column)];
    if (of.kind == ColumnKind::Index)
        return QStringLiteral("index");
    if (of.kind == ColumnKind::Fact)
        return of.fact;
    if (m_search == nullptr || of.stream < 0)
        return {};
    return m_search->sortKey(static_cast<std::size_t>(of.stream), of.kind == ColumnKind::Shape);
}

QString RecordTableModel::title(int column) const {
    const QString& plain = m_columns[static_cast<std::size_t>(column)].title;
    const QString key = m_search != nullptr ? sortKey(column) : QString();
    if (key.isEmpty())
        return plain;
    const QStringList& keys = m_search->sortKeys();
    for (qsizetype i = 0; i < keys.size(); ++i) {
        const bool descending = keys[i] == u'-' + key;
        if (!descending && keys[i] != key)
            continue;
        const QString arrow = descending ? QStringLiteral(" \u2193") : QStringLiteral(" \u2191");
        return plain + arrow + (keys.size() > 1 ? QString::number(i + 1) : QString());
    }
    return plain;
}

QVariant RecordTableModel::factCell(std::uint64_t record, const Column& column, int role) const {
    const auto facts = m_search != nullptr ? m_search->facts(record) : std::nullopt;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return facts && facts->readable ? QVariant(text::factText(*facts, column.fact)) : QVariant();
    case StateRole: return static_cast<int>(facts ? RecordState::Ready : RecordState::NotRequested);
    default: return {};
    }
}

Qt::Alignment RecordTableModel::alignment(const Column& column) const {
    if (column.kind == ColumnKind::Index || column.kind == ColumnKind::Fact)
        return Qt::AlignRight | Qt::AlignVCenter;
    if (column.kind == ColumnKind::Tags)
        return Qt::AlignLeft | Qt::AlignVCenter;
    const StoreSummary& summary = m_document.streams()[static_cast<std::size_t>(column.stream)].summary;
    const ScalarKind kind = summary.dtype.kind();
    const bool number = kind != ScalarKind::Void && kind != ScalarKind::Bytes && kind != ScalarKind::Unicode;
    const bool single = summary.kind == StoreKind::Dense && summary.recordBytes == summary.dtype.itemSize();
    return column.kind == ColumnKind::Value && number && single ? Qt::AlignRight | Qt::AlignVCenter
                                                                : Qt::AlignLeft | Qt::AlignVCenter;
}

RecordTableModel::ColumnKind RecordTableModel::columnKind(int column) const {
    return m_columns[static_cast<std::size_t>(column)].kind;
}

int RecordTableModel::columnStream(int column) const {
    return m_columns[static_cast<std::size_t>(column)].stream;
}

int RecordTableModel::valueColumn(int stream) const {
    const auto it = std::find_if(m_columns.begin(), m_columns.end(), [stream](const Column& column) {
        return column.kind == ColumnKind::Value && column.stream == stream;
    });
    return it == m_columns.end() ? -1 : static_cast<int>(it - m_columns.begin());
}

// --- Model ----------------------------------------------------------------------------------------------------------

int RecordTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : windowFor(m_recordCount);
}

int RecordTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant RecordTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    return cell(recordAt(index.row()), m_columns[static_cast<std::size_t>(index.column())], role);
}

void RecordTableModel::multiData(const QModelIndex& index, QModelRoleDataSpan roles) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        for (QModelRoleData& role : roles)
            role.clearData();
        return;
    }
    const std::uint64_t record = recordAt(index.row());
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    for (QModelRoleData& role : roles)
        role.setData(cell(record, column, role.role()));
}

QVariant RecordTableModel::cell(std::uint64_t record, const Column& column, int role) const {
    if (column.kind == ColumnKind::Fact && (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == StateRole || role == ErrorTextRole))
        return factCell(record, column, role);
    if (column.kind == ColumnKind::Tags && (role == Qt::DisplayRole || role == Qt::ToolTipRole))
        return m_tags->namesOf(record).join(QStringLiteral(", "));
    const bool isIndex = column.kind == ColumnKind::Index || column.kind == ColumnKind::Tags;
    const auto stream = static_cast<std::size_t>(std::max(column.stream, 0));
    switch (role) {
    case Qt::DisplayRole:
        return isIndex ? QVariant(countText(record)) : QVariant(valueText(record, column));
    case Qt::ToolTipRole:
    case ErrorTextRole:
        if (!isIndex && m_cache.state(stream, record) == RecordState::Failed)
            return userMessage(m_cache.status(stream, record), UserAction::ReadRecord).oneLine();
        return role == Qt::ToolTipRole && !isIndex ? wholeText(record, column) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(alignment(column));
    case RecordIndexRole: return QVariant::fromValue<qulonglong>(record);
    case StreamRole: return column.stream;
    case StateRole: return static_cast<int>(isIndex ? RecordState::Ready : m_cache.state(stream, record));
    case MarkedRole: return m_pending.isMarked(record);
    case SelectedRole: return m_selection.isSelected(record);
    case CurrentRole: return m_selection.current() == record;
    case ColumnKindRole: return static_cast<int>(column.kind);
    default: return {};
    }
}

QVariant RecordTableModel::valueText(std::uint64_t record, const Column& column) const {
    const DecodedRecord decoded = m_cache.record(static_cast<std::size_t>(column.stream), record);
    if (decoded.isNull())
        return {};
    if (column.kind == ColumnKind::Shape)
        return shapeQString(decoded.shape());
    return namedText(decoded, m_document.streams()[static_cast<std::size_t>(column.stream)].names.get());
}

QVariant RecordTableModel::wholeText(std::uint64_t record, const Column& column) const {
    const DecodedRecord decoded = m_cache.record(static_cast<std::size_t>(column.stream), record);
    if (column.kind != ColumnKind::Value || !looksLikeText(decoded))
        return valueText(record, column);
    // As a paragraph, so that Qt breaks its lines.
    return QVariant(QStringLiteral("<p>%1</p>").arg(toolTipText(decoded).toHtmlEscaped()));
}

QVariant RecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        if (section < 0 || section >= rowCount())
            return {};
        if (role == Qt::DisplayRole)
            return countText(recordAt(section));
        return role == RecordIndexRole ? QVariant::fromValue<qulonglong>(recordAt(section)) : QVariant();
    }
    if (section < 0 || section >= columnCount())
        return {};
    const Column& column = m_columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return title(section);
    case Qt::TextAlignmentRole: return QVariant(alignment(column));
    case Qt::ToolTipRole: return column.toolTip;
    case StreamRole: return column.stream;
    case ColumnKindRole: return static_cast<int>(column.kind);
    default: return {};
    }
}

Qt::ItemFlags RecordTableModel::flags(const QModelIndex& index) const {
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
}

QHash<int, QByteArray> RecordTableModel::roleNames() const {
    QHash<int, QByteArray> names = QAbstractTableModel::roleNames();
    names.insert(RecordIndexRole, "recordIndex");
    names.insert(StreamRole, "stream");
    names.insert(StateRole, "state");
    names.insert(MarkedRole, "marked");
    names.insert(SelectedRole, "selected");
    names.insert(CurrentRole, "current");
    names.insert(ErrorTextRole, "errorText");
    names.insert(ColumnKindRole, "columnKind");
    return names;
}

}  // namespace zrecord::workbench
