#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <QAbstractScrollArea>
#include <QTimer>

#include "widgets/browse/grid_geometry.h"
#include "widgets/browse/tile_loader.h"
#include "widgets/browse/tile_source.h"
#include "workbench/selection/record_selection.h"

namespace zrecord::workbench {
class DocumentSession;
class TaskRunner;
}

namespace zrecord::widgets {

class RecordScrollBar;

/// Records of one stream as tiles, in the order of the document. Lays out nothing: every paint computes what is visible, so 2^40 records scroll like a
/// hundred. Pictures come from the session's thumbnails, texts from its cache; until they are there placeholders stand in
/// their place. Selection, current record and marks are the session's, shared with the table. GUI thread only.
class RecordGridView final : public QAbstractScrollArea {
    Q_OBJECT

public:
    enum class TileSize { Small, Medium, Large };

    /// `runner` outlives the view.
    explicit RecordGridView(workbench::TaskRunner& runner, QWidget* parent = nullptr);
    ~RecordGridView() override;

    /// Not owned; nullptr = none.
    void setSession(workbench::DocumentSession* session);
    void setStream(std::size_t stream);
    void setTileSize(TileSize size);
    [[nodiscard]] TileSize tileSize() const noexcept { return m_tileSize; }

    [[nodiscard]] const GridGeometry& gridGeometry() const noexcept { return m_geometry; }
    [[nodiscard]] RecordScrollBar& recordBar() noexcept { return *m_bar; }
    /// First visible record, to be restored with scrollToTop().
    [[nodiscard]] std::uint64_t topRecord() const;
    void scrollToTop(std::uint64_t record);
    void scrollToRecord(std::uint64_t record);
    /// Brings a record into the middle unless it is in sight already.
    void centreRecord(std::uint64_t record);
    /// Viewport rectangle of a record that is shown, near the viewport.
    [[nodiscard]] QRect tileRect(std::uint64_t record) const;
    /// What the tile of a record shows now.
    [[nodiscard]] Tile tile(std::uint64_t record) const;

    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 160}; }

Q_SIGNALS:
    void recordActivated(std::uint64_t record);  ///< Enter or double click
    void peekRequested(bool on);           ///< Space held down
    void message(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    [[nodiscard]] int edge() const;
    [[nodiscard]] std::uint64_t rows() const;
    /// Record of a tile; the row is one that the geometry gave.
    [[nodiscard]] std::uint64_t recordAt(std::uint64_t row) const;
    /// Rows of the order of which at least one pixel is visible.
    [[nodiscard]] GridGeometry::Range visibleRows() const;
    [[nodiscard]] std::optional<std::uint64_t> recordUnder(QPoint point) const;
    void relayout();
    void updateStreams();
    /// Asks for what is visible and a screen each way, once per turn of the event loop.
    void requestSoon();
    void requestNow();
    void repaintRecords(std::uint64_t first, std::uint64_t count);
    void currentMoved();
    void describeCurrent();
    void dragTo(QPoint point);
    void autoScroll();
    void endPeek();

    workbench::DocumentSession* m_session = nullptr;
    std::size_t m_stream = 0;
    TileSource m_source;
    TileLoader m_loader;
    RecordScrollBar* m_bar;
    TileSize m_tileSize = TileSize::Medium;
    GridGeometry m_geometry;
    std::unique_ptr<TilePainter> m_painter;
    std::optional<std::uint64_t> m_hovered;
    bool m_dragging = false;
    QPoint m_dragPoint;
    QTimer m_autoScroll;
    QTimer m_request;
    bool m_peeking = false;
    int m_wheelRest = 0;
};

}  // namespace zrecord::widgets
