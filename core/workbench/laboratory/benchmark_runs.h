#pragma once

#include <cstddef>
#include <vector>

#include <QDateTime>
#include <QObject>
#include <QString>

#include <zrecord/benchmark.h>

namespace zrecord::workbench {

/// Saved runs of benchmarks, newest first, in one JSON file that 'zr bench --compare' reads too. GUI thread; the file is
/// small.
class BenchmarkRuns final : public QObject {
    Q_OBJECT
public:
    struct Run {
        QString name;
        QDateTime when;
        BenchmarkReport report;
    };
    static constexpr std::size_t kMost = 100;

    /// Reads the file when it is there; one that cannot be read is kept and told by problem().
    explicit BenchmarkRuns(QString file, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Run>& runs() const noexcept { return m_runs; }
    [[nodiscard]] const Status& problem() const noexcept { return m_problem; }
    /// Beyond kMost the oldest go. IoError when the file cannot be written; the run is in the list all the same.
    Status add(const Run& run);
    Status remove(std::size_t index);
    /// Adds the runs of a report file of 'zr bench --json', named after their stores.
    Status importFile(const QString& file);

Q_SIGNALS:
    void changed();

private:
    void insert(Run run);
    [[nodiscard]] Status save() const;

    QString m_file;
    std::vector<Run> m_runs;
    Status m_problem;
};

}  // namespace zrecord::workbench
