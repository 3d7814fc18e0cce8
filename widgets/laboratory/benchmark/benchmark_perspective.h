#pragma once

#include <optional>

#include "widgets/main_window/perspective.h"
#include "workbench/laboratory/benchmark_runs.h"
#include "workbench/laboratory/benchmark_study.h"

class QListWidget;
class QPushButton;
class QToolButton;

namespace zrecord::workbench {
class WorkbenchRuntime;
}

namespace zrecord::widgets {

class BenchmarkResults;
class BenchmarkSettings;
class CommandCard;
class KeyValueList;
class PlotCard;
class SplitBar;
class TextLabel;

/// How fast the store works beside what the machine could do: lines by turns, where the time goes, a verdict, and saved runs
/// to lay over each other. GUI thread only.
class BenchmarkPerspective final : public Perspective {
    Q_OBJECT

public:
    /// The runtime outlives it. Runs are kept in `runsFile`.
    BenchmarkPerspective(workbench::WorkbenchRuntime& runtime, const QString& runsFile, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void contributeActions(ActionRegistry& registry) override;
    [[nodiscard]] QStringList menuActions(const QString& menu) const override;
    void setDocument(workbench::DocumentSession* session) override;
    void setStream(std::size_t stream) override;
    void goToRecord(std::uint64_t index) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

    void run();
    [[nodiscard]] workbench::BenchmarkStudy& study() { return *m_study; }
    [[nodiscard]] workbench::BenchmarkRuns& runs() { return *m_runs; }

private:
    QWidget* buildHead();
    QWidget* buildSide();
    QWidget* buildRuns();
    void connectStudy();
    void clear(const QString& caption);
    void showReport(const BenchmarkReport& report, bool complete);
    void redraw();
    void showRuns();
    void chooseRun(int row);
    void overlay(std::size_t run);
    void saveRun();
    void removeRun();
    void importRuns();
    void complain(const Status& status);
    [[nodiscard]] QString storePath() const;

    workbench::BenchmarkStudy* m_study;
    workbench::BenchmarkRuns* m_runs;
    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    std::optional<BenchmarkReport> m_shown;
    std::optional<workbench::BenchmarkRuns::Run> m_other;  ///< laid over it
    TextLabel* m_heading;
    TextLabel* m_caption;
    BenchmarkSettings* m_settings;
    PlotCard* m_plot;
    BenchmarkResults* m_results;
    TextLabel* m_verdictTitle;
    TextLabel* m_verdict;
    SplitBar* m_splitBar;
    KeyValueList* m_split;
    KeyValueList* m_machine;
    QListWidget* m_runList;
    TextLabel* m_warning;
    QPushButton* m_anyway;
    QPushButton* m_save;
    QToolButton* m_remove;
    CommandCard* m_command;
};

}  // namespace zrecord::widgets
