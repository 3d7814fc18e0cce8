#pragma once

#include <vector>

#include "widgets/main_window/perspective.h"
#include "workbench/laboratory/loader_session.h"

class QPushButton;

namespace zrecord::workbench {
class TaskRunner;
}

namespace zrecord::widgets {

class BatchTable;
class CommandCard;
class KeyValueList;
class LoaderSettings;
class PlotCard;
class TextLabel;

/// The data loader step by step: the batch that a trainer would get, what waited for what, and the queue. GUI thread only.
class LoaderPerspective final : public Perspective {
    Q_OBJECT

public:
    /// Steps that the plots remember.
    static constexpr std::size_t kRemembered = 500;

    /// The runner outlives it.
    explicit LoaderPerspective(workbench::TaskRunner& runner, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void contributeActions(ActionRegistry& registry) override;
    [[nodiscard]] QStringList menuActions(const QString& menu) const override;
    void setDocument(workbench::DocumentSession* session) override;
    void setStream(std::size_t stream) override;
    void goToRecord(std::uint64_t index) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

    [[nodiscard]] workbench::LoaderSession& loader() { return *m_loader; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildSide();
    void connectParts();
    void open();
    void step();
    void run();
    void close(const QString& why);
    void showSteps(const std::vector<workbench::LoaderStep>& steps);
    void showPlots();
    void chooseFile();

    workbench::LoaderSession* m_loader;
    workbench::DocumentSession* m_session = nullptr;
    bool m_wanted = false;  ///< to open when shown
    bool m_runAfterOpen = false;
    LoaderOptions m_options;
    std::vector<workbench::LoaderStep> m_steps;
    LoaderSettings* m_settings;
    TextLabel* m_heading;
    TextLabel* m_caption;
    BatchTable* m_table;
    PlotCard* m_queue;
    PlotCard* m_waits;
    KeyValueList* m_figures;
    CommandCard* m_command;
    QPushButton* m_python;
    QPushButton* m_export;
};

}  // namespace zrecord::widgets
