#pragma once

#include "widgets/main_window/perspective.h"
#include "workbench/laboratory/slot_study.h"

class QComboBox;
class QHBoxLayout;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace zrecord::workbench {
class JobQueue;
class WorkbenchRuntime;
}

namespace zrecord::widgets {

class CommandCard;
class ElidedLabel;
class KeyValueList;
class PlotCard;
class SlotMapView;
class SlotTable;
class TextLabel;

/// Where the records lie in the files, what is dead, how large and of which shapes they are, what compacting would give back
/// and what goes on now. Follows marks as they are made. GUI thread only.
class SlotPerspective final : public Perspective {
    Q_OBJECT

public:
    /// The runtime outlives it.
    explicit SlotPerspective(workbench::WorkbenchRuntime& runtime, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void contributeActions(ActionRegistry& registry) override;
    [[nodiscard]] QStringList menuActions(const QString& menu) const override;
    void setDocument(workbench::DocumentSession* session) override;
    void setStream(std::size_t stream) override;
    void goToRecord(std::uint64_t index) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

    void run();
    [[nodiscard]] workbench::SlotStudy& study() { return *m_study; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildMap();
    void addMapTools(QHBoxLayout& head);
    void exportMap(const QString& ending);
    void chooseRecord(std::uint64_t record);
    QWidget* buildSide();
    void connectStudy();
    /// The store has changed: maps anew when in view, else once it is.
    void outdate();
    void clear(const QString& caption);
    void showMap();
    void showMarks();
    void showActivity();

    workbench::SlotStudy* m_study;
    workbench::JobQueue& m_jobs;
    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    bool m_wanted = false;  ///< to map when shown
    TextLabel* m_caption;
    QComboBox* m_shade;
    QPushButton* m_run;
    SlotMapView* m_strip;
    SlotTable* m_table;
    QStackedWidget* m_mapPages;
    ElidedLabel* m_readout;
    PlotCard* m_sizes;
    PlotCard* m_ratios;
    PlotCard* m_shapes;
    KeyValueList* m_space;
    TextLabel* m_forecast;
    KeyValueList* m_activity;
    CommandCard* m_command;
};

}  // namespace zrecord::widgets
