#pragma once

#include "widgets/main_window/perspective.h"
#include "workbench/laboratory/sampler_study.h"

class QButtonGroup;
class QTimer;

namespace zrecord::workbench {
class WorkbenchRuntime;
}

namespace zrecord::widgets {

class KeyValueList;
class PlotCard;
class SamplerQuestions;
class SamplerSettings;

/// The sampler made visible: the order as dots, what it covers and repeats, and how well it mixes. Runs the library's own
/// sampler as a job, by itself when it is first shown for a document. GUI thread only.
class SamplerPerspective final : public Perspective {
    Q_OBJECT

public:
    /// The runtime outlives it.
    explicit SamplerPerspective(workbench::WorkbenchRuntime& runtime, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void contributeActions(ActionRegistry& registry) override;
    [[nodiscard]] QStringList menuActions(const QString& menu) const override;
    void setDocument(workbench::DocumentSession* session) override;
    void setStream(std::size_t stream) override;
    /// Asks when the record is seen.
    void goToRecord(std::uint64_t index) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

    void run();
    [[nodiscard]] workbench::SamplerStudy& study() { return *m_study; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    enum class Curve { Coverage, Visits, Gaps };
    QWidget* buildCurveChoice();
    void connectStudy();
    void showReport();
    void showCurve();
    void showPart(const SamplerReport& soFar);
    void showFailure(const Status& status);
    void lookCloser();
    void showDots(const std::vector<OrderDot>& dots);
    void chooseDot(std::size_t series, std::size_t point);

    workbench::SamplerStudy* m_study;
    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    bool m_wanted = false;  ///< to run when shown
    Curve m_curve = Curve::Coverage;
    SamplerView m_view;     ///< of the run that is shown or on its way
    SamplerSettings* m_settings;
    PlotCard* m_order;
    PlotCard* m_curves;
    QButtonGroup* m_curveButtons = nullptr;
    KeyValueList* m_figures;
    SamplerQuestions* m_questions;
    QTimer* m_closer;
};

}  // namespace zrecord::widgets
