#include "widgets/laboratory/slots/slot_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <QAbstractTableModel>
#include <QHeaderView>

#include "widgets/laboratory/panel_parts.h"
#include "widgets/plots/plot_export.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {
constexpr int kRowHeight = 28;
constexpr std::size_t kColumns = 10;
}  // namespace

class SlotTableModel final : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setMap(std::shared_ptr<const SlotMap> map) {
        beginResetModel();
        m_map = std::move(map);
        m_ends.clear();
        std::size_t rows = 0;
        if (m_map)
            for (const SlotStrip& strip : m_map->strips)
                m_ends.push_back(rows += strip.cells.size());
        endResetModel();
    }

    [[nodiscard]] static QStringList titles() {
        return {SlotTable::tr("file"), SlotTable::tr("offset"), SlotTable::tr("bytes"),  SlotTable::tr("live"),         SlotTable::tr("dead"),
                SlotTable::tr("marked"), SlotTable::tr("records"), SlotTable::tr("first record"), SlotTable::tr("stored"), SlotTable::tr("decoded")};
    }

    /// In the order of the titles; no first record where none begins.
    [[nodiscard]] std::array<std::optional<std::uint64_t>, kColumns> numbers(int row) const {
        const auto place = static_cast<std::size_t>(row);
        const auto at = static_cast<std::size_t>(std::upper_bound(m_ends.begin(), m_ends.end(), place) - m_ends.begin());
        const SlotStrip& strip = m_map->strips[at];
        const std::size_t number = place - (at == 0 ? 0 : m_ends[at - 1]);
        const SlotCell& cell = strip.cells[number];
        const std::uint64_t offset = number * m_map->cellBytes;
        const std::uint64_t bytes = std::min(m_map->cellBytes, strip.bytes - offset);
        return {strip.chunk, offset,       bytes, cell.live, bytes - std::min(cell.live, bytes), cell.marked, cell.records, cell.records > 0 ? std::optional(cell.first) : std::nullopt,
                cell.stored, cell.plain};
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() || m_ends.empty() ? 0 : static_cast<int>(m_ends.back()); }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(kColumns); }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
        if (role == Qt::TextAlignmentRole)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        if (role != Qt::DisplayRole)
            return {};
        const auto value = numbers(index.row())[static_cast<std::size_t>(index.column())];
        if (index.column() == 0)
            return QStringLiteral("%1.chunk").arg(*value);
        return value ? workbench::countText(*value) : QStringLiteral("—");
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (role == Qt::TextAlignmentRole)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return orientation == Qt::Horizontal && role == Qt::DisplayRole ? titles()[section] : QVariant();
    }

private:
    std::shared_ptr<const SlotMap> m_map;
    std::vector<std::size_t> m_ends;  ///< row after the last one of each strip
};

SlotTable::SlotTable(QWidget* parent) : QTableView(parent), m_model(new SlotTableModel(this)) {
    setObjectName(QStringLiteral("slotTable"));
    setAccessibleName(tr("Cells of the files"));
    showRows(*this, *m_model, kRowHeight);
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        constexpr std::size_t kFirstRecord = 7;
        if (const auto record = m_model->numbers(index.row())[kFirstRecord])
            Q_EMIT recordChosen(*record);
    });
}

void SlotTable::setMap(std::shared_ptr<const SlotMap> map) { m_model->setMap(std::move(map)); }

QString SlotTable::csv() const {
    QString text = csvLine(SlotTableModel::titles());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        QStringList cells;
        for (const auto& value : m_model->numbers(row))
            cells << (value ? QString::number(*value) : QString());
        text += csvLine(cells);
    }
    return text;
}

}  // namespace zrecord::widgets
