#pragma once

#include "widgets/main_window/perspective.h"
#include "workbench/laboratory/dictionary_study.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace zrecord::workbench {
class WorkbenchRuntime;
}

namespace zrecord::widgets {

class CommandCard;
class DictionaryResults;
class KeyValueList;
class PlotCard;
class TextLabel;

/// Codecs and dictionaries compared on the store's own records: ratio against gather speed, a table, the advice, and a store
/// written with what was chosen. GUI thread only.
class DictionaryPerspective final : public Perspective {
    Q_OBJECT

public:
    /// The runtime outlives it.
    explicit DictionaryPerspective(workbench::WorkbenchRuntime& runtime, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void contributeActions(ActionRegistry& registry) override;
    [[nodiscard]] QStringList menuActions(const QString& menu) const override;
    void setDocument(workbench::DocumentSession* session) override;
    void setStream(std::size_t stream) override;
    void goToRecord(std::uint64_t index) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

    void run();
    /// Writes the chosen candidate's store to a new folder.
    void writeStore(const QString& target);
    [[nodiscard]] workbench::DictionaryStudy& study() { return *m_study; }

private:
    QWidget* buildHead();
    QWidget* buildSide();
    void connectStudy();
    [[nodiscard]] Status readCandidates(TuneOptions& options) const;
    void setRunning(bool running);
    void showReport(const TuneReport& report, bool complete);
    void showChosen();
    void showFailure(const Status& status);
    void chooseTarget();
    void clear();
    [[nodiscard]] QString storePath() const;

    workbench::DictionaryStudy* m_study;
    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    TuneOptions m_options;  ///< of what is shown or on its way
    TextLabel* m_caption;
    QLineEdit* m_candidates;
    QLineEdit* m_seed;
    QComboBox* m_sample;
    QPushButton* m_run;
    PlotCard* m_plot;
    DictionaryResults* m_results;
    TextLabel* m_adviceTitle;
    TextLabel* m_advice;
    KeyValueList* m_consequences;
    QPushButton* m_write;
    PlotCard* m_against;
    CommandCard* m_command;
};

}  // namespace zrecord::widgets
