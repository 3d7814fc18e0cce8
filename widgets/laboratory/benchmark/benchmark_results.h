#pragma once

#include <QTableView>

#include <zrecord/benchmark.h>

class QStandardItemModel;

namespace zrecord::widgets {

/// The lines of a benchmark as rows.
class BenchmarkResults final : public QTableView {
    Q_OBJECT

public:
    explicit BenchmarkResults(QWidget* parent = nullptr);
    void setReport(const BenchmarkReport& report);

private:
    QStandardItemModel* m_model;
};

}  // namespace zrecord::widgets
