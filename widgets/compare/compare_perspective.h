#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "widgets/main_window/perspective.h"
#include "workbench/compare/compare_reference.h"
#include "workbench/compare/record_difference.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/viewdata/image_mapping.h"

class QButtonGroup;
class QComboBox;
class QSplitter;
class QToolButton;

namespace zrecord::workbench {
class DocumentList;
}

namespace zrecord::widgets {

class ImageControls;
class KeyValueList;
class PaneLink;
class RecordPane;
class TextLabel;

/// Records side by side: the current one beside a reference with their difference, or all streams of a set at one index.
/// Zoom, place, slice and range are shared. Holding Shift shows the reference in place of the current record. GUI thread only.
class ComparePerspective final : public Perspective {
    Q_OBJECT

public:
    enum class Mode { Reference, Streams };
    /// Streams of a set that are shown side by side at most, from the chosen one on.
    static constexpr std::size_t kMostStreams = 6;
    /// Up to this many elements records are compared at once, within a frame.
    static constexpr std::uint64_t kComparedAtOnce = std::uint64_t{1} << 16;

    /// Both outlive the perspective.
    ComparePerspective(workbench::DocumentList& documents, workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~ComparePerspective() override;

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void contributeActions(ActionRegistry& registry) override;
    [[nodiscard]] QStringList menuActions(const QString& menu) const override;
    void setDocument(workbench::DocumentSession* session) override;
    void setStream(std::size_t stream) override;
    void goToRecord(std::uint64_t index) override;
    [[nodiscard]] QList<QWidget*> panes() const override;

    void setMode(Mode mode);
    [[nodiscard]] Mode mode() const noexcept { return m_mode; }
    void setDifferenceShown(bool shown);
    [[nodiscard]] bool isDifferenceShown() const noexcept { return m_differenceShown; }
    /// The current record of the shown stream becomes the reference.
    void pinCurrent();
    [[nodiscard]] workbench::CompareReference& reference() noexcept { return *m_reference; }
    [[nodiscard]] RecordPane& referencePane() noexcept { return *m_referencePane; }
    [[nodiscard]] RecordPane& currentPane() noexcept { return *m_currentPane; }
    [[nodiscard]] RecordPane& differencePane() noexcept { return *m_differencePane; }
    [[nodiscard]] const std::vector<RecordPane*>& streamPanes() const noexcept { return m_streamPanes; }
    [[nodiscard]] const workbench::RecordDifference& difference() const noexcept { return m_difference; }
    /// The pane whose keys mean something now.
    [[nodiscard]] RecordPane& keyPane();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildBar();
    QWidget* buildFoot();
    void connectParts();
    void fillReferences();
    void chooseReference(int item);
    void refresh();
    void refreshReference();
    void refreshStreams();
    void applyOptions();
    void takeOptions(const workbench::ImageMappingOptions& options);
    void showControls();
    void compare();
    void takeDifference(workbench::RecordDifference difference);
    void showDifference();
    void flash(bool on);
    [[nodiscard]] bool step(QKeyEvent* event);
    [[nodiscard]] QString nameOf(workbench::DocumentSession& session, std::size_t stream, std::uint64_t index) const;
    [[nodiscard]] bool hasCurrent() const;

    workbench::DocumentList& m_documents;
    workbench::TaskRunner& m_runner;
    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    Mode m_mode = Mode::Reference;
    bool m_differenceShown = true;
    workbench::CompareReference* m_reference;
    workbench::RecordDifference m_difference;
    workbench::LatestTask m_task;
    PaneLink* m_link;
    RecordPane* m_referencePane;
    RecordPane* m_currentPane;
    RecordPane* m_differencePane;
    std::vector<RecordPane*> m_streamPanes;
    QButtonGroup* m_modes;
    QToolButton* m_differenceButton;
    QComboBox* m_references;
    QToolButton* m_pinButton;
    QSplitter* m_splitter;
    QWidget* m_foot;
    ImageControls* m_controls;
    KeyValueList* m_figures;
};

}  // namespace zrecord::widgets
