#include "widgets/laboratory/loader/batch_table.h"

#include <algorithm>
#include <span>

#include <QHeaderView>
#include <QStandardItemModel>

#include "widgets/laboratory/panel_parts.h"
#include "workbench/messages/number_text.h"
#include "workbench/viewdata/image_mapping.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

namespace {

constexpr int kPicture = 28;
constexpr int kRowHeight = 34;
constexpr int kPlaceColumn = 0;
constexpr int kRecordColumn = 1;
constexpr int kFirstStream = 2;
constexpr std::uint64_t kLeastEdge = 4;

/// Two values side by side are no picture.
bool isLarge(std::span<const std::uint64_t> shape) {
    return shape.size() >= 2 && std::count_if(shape.begin(), shape.end(), [](std::uint64_t extent) { return extent >= kLeastEdge; }) >= 2;
}

/// A picture where the record is one, its values otherwise.
void fillCell(QStandardItem& item, const workbench::DecodedRecord& record) {
    if (record.isNull()) {
        item.setText(BatchTable::tr("large record"));
        return;
    }
    const workbench::ImageLayout layout = workbench::guessImageLayout(record.dtype(), record.shape());
    if (layout != workbench::ImageLayout::None && layout != workbench::ImageLayout::Row && isLarge(record.shape())) {
        if (const auto picture = workbench::mapImage(record, {}, kPicture); picture.ok()) {
            item.setData(picture->image, Qt::DecorationRole);
            item.setData(workbench::shapeQString(record.shape()), Qt::ToolTipRole);
            item.setData(workbench::shapeQString(record.shape()), Qt::AccessibleTextRole);
            return;
        }
    }
    item.setText(workbench::previewText(record));
}

}  // namespace

BatchTable::BatchTable(QWidget* parent) : QTableView(parent), m_model(new QStandardItemModel(this)) {
    setObjectName(QStringLiteral("loaderBatchTable"));
    setAccessibleName(tr("Records of the batch"));
    showRows(*this, *m_model, kRowHeight);
    setIconSize({kPicture, kPicture});
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (now.isValid())
            Q_EMIT recordChosen(m_model->index(now.row(), kRecordColumn).data(Qt::UserRole).toULongLong());
    });
}

void BatchTable::setBatch(const workbench::LoaderBatch& batch) {
    const std::size_t shown = batch.records.empty() ? 0 : batch.records.front().size();
    QStringList headers{tr("place"), tr("record")};
    for (const QString& stream : batch.streams)
        headers << stream;
    m_model->clear();
    m_model->setHorizontalHeaderLabels(headers);
    for (std::size_t place = 0; place < shown; ++place) {
        QList<QStandardItem*> row{new QStandardItem(workbench::countText(place)), new QStandardItem(workbench::countText(batch.indices[place]))};
        for (QStandardItem* item : row)
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row[kRecordColumn]->setData(QVariant::fromValue<qulonglong>(batch.indices[place]), Qt::UserRole);
        for (const auto& stream : batch.records) {
            auto* item = new QStandardItem;
            fillCell(*item, stream[place]);
            row << item;
        }
        m_model->appendRow(row);
    }
    for (int column = kFirstStream; column < m_model->columnCount(); ++column)
        m_model->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (int column = 0; column < m_model->columnCount(); ++column)
        horizontalHeader()->setSectionResizeMode(column, column < kFirstStream ? QHeaderView::ResizeToContents : QHeaderView::Stretch);
    m_model->horizontalHeaderItem(kPlaceColumn)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_model->horizontalHeaderItem(kRecordColumn)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

}  // namespace zrecord::widgets
