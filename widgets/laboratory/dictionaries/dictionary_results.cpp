#include "widgets/laboratory/dictionaries/dictionary_results.h"

#include <QHeaderView>
#include <QStandardItemModel>

#include "widgets/laboratory/panel_parts.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {
constexpr int kRowHeight = 28;

/// What training gave, and what it was asked for where that is more.
QString sizeText(const TuneResult& result) {
    if (result.dictionaryBytes == 0)
        return QStringLiteral("—");
    if (result.dictionaryBytes == result.candidate.dictionaryBytes)
        return workbench::countText(result.dictionaryBytes);
    return DictionaryResults::tr("%1 of %2").arg(workbench::countText(result.dictionaryBytes), workbench::countText(result.candidate.dictionaryBytes));
}

}  // namespace

DictionaryResults::DictionaryResults(QWidget* parent) : QTableView(parent), m_model(new QStandardItemModel(this)) {
    setObjectName(QStringLiteral("dictionaryResults"));
    setAccessibleName(tr("Candidates"));
    showRows(*this, *m_model, kRowHeight);
    m_model->setHorizontalHeaderLabels({tr("candidate"), tr("dictionary, bytes"), tr("ratio"), tr("gather MiB/s"), tr("p50 / p95 / p99 µs"), tr("write MiB/s"), tr("memory"), tr("bigger")});
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_model->horizontalHeaderItem(column)->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) { Q_EMIT chosenChanged(now.row()); });
}

void DictionaryResults::setReport(const TuneReport& report) {
    m_model->setRowCount(static_cast<int>(report.results.size()));
    for (std::size_t row = 0; row < report.results.size(); ++row) {
        const TuneResult& result = report.results[row];
        const bool failed = !result.status.ok();
        const auto number = [failed](double value, int digits) { return failed || value <= 0 ? QStringLiteral("—") : QString::number(value, 'f', digits); };
        const bool dictionary = result.dictionaryBytes != 0;
        const QString name = QString::fromStdString(result.candidate.name);
        const QString what = QString::fromUtf8(result.status.what().data(), static_cast<qsizetype>(result.status.what().size()));
        const QStringList cells{failed ? tr("%1: not trained").arg(name) : name,
                                sizeText(result),
                                number(result.ratio, 3),
                                number(result.gatherMiBs.median, 0),
                                failed || result.p50 <= 0 ? QStringLiteral("—") : tr("%1 / %2 / %3").arg(number(result.p50, 1), number(result.p95, 1), number(result.p99, 1)),
                                number(result.writeMiBs.median, 1),
                                dictionary ? workbench::bytesText(result.memoryBytes) : QStringLiteral("—"),
                                failed || result.storedBytes == 0 ? QStringLiteral("—") : workbench::percentText(result.bigger, report.testRecords)};
        for (int column = 0; column < cells.size(); ++column) {
            auto* item = new QStandardItem(cells[column]);
            item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            item->setToolTip(failed ? what : QString());
            m_model->setItem(static_cast<int>(row), column, item);
        }
    }
}

int DictionaryResults::chosen() const { return currentIndex().row(); }

void DictionaryResults::choose(int row) {
    if (row >= 0 && row < m_model->rowCount())
        setCurrentIndex(m_model->index(row, 0));
}

}  // namespace zrecord::widgets
