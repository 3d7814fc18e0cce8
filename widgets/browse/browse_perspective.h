#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "widgets/browse/record_grid_view.h"
#include "widgets/main_window/perspective.h"

class QButtonGroup;
class QSplitter;
class QStackedWidget;

namespace zrecord::widgets {

class ElidedLabel;
class EmptyStorePage;
class NoMatchPage;
class PeekOverlay;
class RecordTableView;
class RecordViewer;

/// Records side by side as tiles or rows over one selection, and the current one in full. Remembers mode and place for each
/// document. GUI thread only.
class BrowsePerspective final : public Perspective {
    Q_OBJECT

public:
    enum class Mode { Grid, Table };

    /// `runner` loads and draws for the views and outlives them.
    explicit BrowsePerspective(workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~BrowsePerspective() override;

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void contributeActions(ActionRegistry& registry) override;
    [[nodiscard]] QStringList menuActions(const QString& menu) const override;
    void setDocument(workbench::DocumentSession* session) override;
    void setStream(std::size_t stream) override;
    void goToRecord(std::uint64_t index) override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    [[nodiscard]] QString savedView(workbench::DocumentSession* session) const override;
    void restoreView(const QString& view) override;

    [[nodiscard]] workbench::DocumentSession* session() const noexcept { return m_session; }
    [[nodiscard]] Mode mode() const noexcept { return m_mode; }
    /// The user's choice: kept for this document from now on.
    void setMode(Mode mode);
    void setTileSize(RecordGridView::TileSize size);
    /// A record drawn at random; the status bar names it.
    void goToRandomRecord();
    /// Those that are equal to the current record; looks for duplicates first when that was not done yet.
    void showDuplicatesOfCurrent();

    [[nodiscard]] RecordGridView& grid() noexcept { return *m_grid; }
    [[nodiscard]] RecordTableView& table() noexcept { return *m_table; }
    [[nodiscard]] RecordViewer& viewer() noexcept { return *m_viewer; }

Q_SIGNALS:
    void modeChanged(zrecord::widgets::BrowsePerspective::Mode mode);
    void tileSizeChanged(zrecord::widgets::RecordGridView::TileSize size);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What a document finds again when it is shown the next time.
    struct Place {
        std::optional<Mode> chosenMode;
        std::uint64_t top = 0;
    };
    QWidget* buildBar();
    void takeDuplicates();
    void connectViews();
    void showMode(Mode mode);
    void takeFocus();
    void renew();
    void updateBar();
    [[nodiscard]] Mode suitableMode() const;
    [[nodiscard]] std::uint64_t topRecord() const;
    void peek(bool on);

    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    std::optional<std::uint64_t> m_duplicatesOf;  ///< wanted once the groups are there
    Mode m_mode = Mode::Grid;
    std::map<workbench::DocumentSession*, Place> m_places;
    QButtonGroup* m_modeButtons = nullptr;
    QButtonGroup* m_sizeButtons = nullptr;
    QWidget* m_sizes = nullptr;
    ElidedLabel* m_summary = nullptr;
    QStackedWidget* m_pages;
    QSplitter* m_splitter;
    QStackedWidget* m_lists;
    EmptyStorePage* m_empty;
    NoMatchPage* m_noMatch;
    RecordGridView* m_grid;
    RecordTableView* m_table;
    RecordViewer* m_viewer;
    PeekOverlay* m_peek;
};

}  // namespace zrecord::widgets
