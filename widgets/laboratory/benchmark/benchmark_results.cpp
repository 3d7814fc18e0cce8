#include "widgets/laboratory/benchmark/benchmark_results.h"

#include <cmath>

#include <QHeaderView>
#include <QStandardItemModel>

#include "widgets/laboratory/benchmark/benchmark_texts.h"
#include "widgets/laboratory/panel_parts.h"
#include "widgets/plots/plot_content.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {
constexpr int kRowHeight = 28;

/// Short, so that all columns fit: "0.42", "12 345", "26.6 M".
QString rateText(double rate) {
    return rate < 10 ? QString::number(rate, 'f', 2) : plotNumberText(std::round(rate));
}

}

BenchmarkResults::BenchmarkResults(QWidget* parent) : QTableView(parent), m_model(new QStandardItemModel(this)) {
    setObjectName(QStringLiteral("benchmarkResults"));
    setAccessibleName(tr("Measured lines"));
    showRows(*this, *m_model, kRowHeight);
    m_model->setHorizontalHeaderLabels({tr("line"), tr("MiB/s"), tr("of limit"), tr("p50"), tr("p95"), tr("p99"), tr("CPU"), tr("records/s"), tr("faults"), tr("memory")});
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_model->horizontalHeaderItem(column)->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    m_model->horizontalHeaderItem(6)->setToolTip(tr("Of all threads: two busy threads are 200 %"));
    m_model->horizontalHeaderItem(8)->setToolTip(tr("Page faults for each batch"));
    m_model->horizontalHeaderItem(9)->setToolTip(tr("Of the whole program after the last round"));
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setHighlightSections(false);
}

void BenchmarkResults::setReport(const BenchmarkReport& report) {
    m_model->setRowCount(static_cast<int>(report.lines.size()));
    const BenchmarkLine* limit = report.bestLimit();
    const QString none = QStringLiteral("—");
    for (std::size_t row = 0; row < report.lines.size(); ++row) {
        const BenchmarkLine& line = report.lines[row];
        const double median = line.median();
        const auto rate = [&](double amount) { return median > 0 && amount > 0 ? rateText(amount / median) : none; };
        const QStringList cells{QString::fromStdString(line.name),
                                report.bytesPerBatch == 0 ? none : rate(static_cast<double>(report.bytesPerBatch) / 1'048'576),
                                limit != nullptr && median > 0 && !line.part ? tr("%1 %").arg(QString::number(limit->median() / median * 100, 'f', 0)) : none,
                                line.latencies.empty() ? none : secondsText(line.percentile(0.5)),
                                line.latencies.empty() ? none : secondsText(line.percentile(0.95)),
                                line.latencies.empty() ? none : secondsText(line.percentile(0.99)),
                                line.cpuShare() > 0 ? tr("%1 %").arg(QString::number(line.cpuShare() * 100, 'f', 0)) : none,
                                rate(static_cast<double>(report.options.batch)),
                                line.peer ? none : QString::number(line.faultsPerBatch, 'f', line.faultsPerBatch < 10 ? 1 : 0),
                                line.residentBytes == 0 ? none : workbench::bytesText(line.residentBytes)};
        for (int column = 0; column < cells.size(); ++column) {
            auto* item = new QStandardItem(cells[column]);
            item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            m_model->setItem(static_cast<int>(row), column, item);
        }
    }
}

}  // namespace zrecord::widgets
