#include "workbench/models/pending_changes_model.h"

#include <algorithm>

#include "workbench/document/pending_changes.h"
#include "workbench/document/store_document.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/find_text.h"
#include "workbench/messages/model_text.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"

namespace zrecord::workbench {
namespace {

constexpr std::uint64_t kMostPlanned = 1'000'000;  // marks whose moves are worked out on the GUI thread: some 10 ms

}  // namespace

PendingChangesModel::PendingChangesModel(const PendingChanges& changes, const StoreDocument& document, const RecordSearch* search, QObject* parent)
    : QAbstractTableModel(parent), m_changes(changes), m_document(document), m_search(search) {
    reload();
    connect(&changes, &PendingChanges::changed, this, [this] {
        beginResetModel();
        reload();
        endResetModel();
    });
}

void PendingChangesModel::reload() {
    m_rows = static_cast<int>(std::min<std::uint64_t>(m_changes.count(), kMaximumRows));
    m_planned = m_changes.count() <= kMostPlanned;
    m_plan = m_planned ? IndexRemap::plan(m_changes.marked(), m_document.recordCount()) : IndexRemap();
}

std::uint64_t PendingChangesModel::recordAt(int row) const {
    return m_changes.recordAt(static_cast<std::uint64_t>(row));
}

std::uint64_t PendingChangesModel::hiddenCount() const noexcept {
    return m_changes.count() - static_cast<std::uint64_t>(m_rows);
}

int PendingChangesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_rows;
}

int PendingChangesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString PendingChangesModel::reasonText(std::uint64_t record) const {
    const MarkReason reason = m_changes.reasonOf(record).value_or(MarkReason());
    if (reason.kind == MarkReason::Kind::Duplicate && m_search != nullptr)
        for (const std::uint64_t member : m_search->duplicates().groupOf(record))
            if (!m_changes.isMarked(member))
                return text::duplicateOf(member);
    return markReasonText(reason);
}

QString PendingChangesModel::effectText(std::uint64_t record) const {
    if (!m_planned)
        return text::effectUnknown();
    const std::uint64_t origin = record < m_plan.recordsAfter() ? m_plan.origin(record).value_or(record) : record;
    return origin == record ? text::slotRemoved() : text::slotFilledFrom(origin);
}

QVariant PendingChangesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::uint64_t record = recordAt(index.row());
    if (role == RecordIndexRole)
        return QVariant::fromValue<qulonglong>(record);
    if (role == Qt::TextAlignmentRole && index.column() == RecordColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case RecordColumn: return countText(record);
    case ReasonColumn: return reasonText(record);
    case EffectColumn: return effectText(record);
    default: return {};
    }
}

QVariant PendingChangesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return QVariant(section == RecordColumn ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case RecordColumn: return text::recordColumn();
    case ReasonColumn: return text::reasonColumn();
    case EffectColumn: return text::effectColumn();
    default: return {};
    }
}

}  // namespace zrecord::workbench
