#pragma once

#include <memory>
#include <vector>

#include <QTimer>

#include "widgets/docks/dock_frame.h"
#include "workbench/find/fact_histogram.h"
#include "workbench/jobs/latest_task.h"

class QPushButton;

namespace zrecord::workbench {
class DocumentSession;
class RecordSearch;
}

namespace zrecord::widgets {

class TextLabel;

/// Histograms of the statistics of the shown stream and the classes of label streams, as far as they are measured. Choosing
/// in one of them changes the filter, and the filter shows in them. Hidden it costs nothing. GUI thread only.
class FacetsDock final : public DockFrame {
    Q_OBJECT

public:
    /// Stores up to this size in memory are measured unasked when the panel is seen.
    static constexpr std::uint64_t kUnasked = UINT64_C(256) << 20;

    /// `runner` counts, and outlives the dock.
    explicit FacetsDock(workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~FacetsDock() override;

    /// Not owned; nullptr = none.
    void setDocument(workbench::DocumentSession* session);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Counted {
        std::vector<workbench::FactHistogram> histograms;
        std::vector<workbench::ClassCounts> classes;
    };
    struct Facet {
        QString name;
        bool classes = false;
        QWidget* widget = nullptr;
        friend bool operator==(const Facet& a, const Facet& b) { return a.name == b.name && a.classes == b.classes; }
    };
    void refreshSoon();
    void refresh();
    void measureUnasked();
    void show(const Counted& counted);
    void rebuild(const std::vector<Facet>& facets);
    void showFilter();
    void updateState();
    void putTerm(const QString& name, const QString& term);
    [[nodiscard]] workbench::RecordSearch& search() const;

    workbench::DocumentSession* m_session = nullptr;
    TextLabel* m_state;
    QPushButton* m_measure;
    QWidget* m_list;
    std::vector<Facet> m_facets;
    QTimer m_refresh;
    workbench::LatestTask m_count;
};

}  // namespace zrecord::widgets
