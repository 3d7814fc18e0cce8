#pragma once

#include <QTableView>

#include <cstdint>
#include <optional>

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

/// The table inside RecordTableView: turns mouse and keys into gestures on the session's selection and leaves scrolling to
/// its owner, because rows of the model are a window and not the records.
class RecordTable final : public QTableView {
    Q_OBJECT

public:
    explicit RecordTable(QWidget* parent = nullptr);

    void setSession(workbench::DocumentSession* session);
    /// Record under a viewport point.
    [[nodiscard]] std::optional<std::uint64_t> recordAt(QPoint point) const;
    [[nodiscard]] std::uint64_t rowsPerPage() const;
    /// Sorts by the column of the current cell: up, then down, then no more. `add` keeps the columns that are sorted by already.
    void sortByCurrentColumn(bool add);

Q_SIGNALS:
    void recordActivated(std::uint64_t record);
    void wheelTurned(QWheelEvent* event);
    /// A drag beyond an edge wants the window to move by so many rows.
    void scrollWanted(int rows);
    void laidOut();
    void message(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyMetrics();
    /// Texts are read better the wider they stand: the first column of lists takes what the others leave.
    void fillWidth();
    void selectFromHeader(int row);
    void moveColumn(int delta);
    void sortBy(int column, bool add);

    workbench::DocumentSession* m_session = nullptr;
    bool m_dragging = false;
    int m_wideColumn = -1;
    bool m_filling = false;
};

}  // namespace zrecord::widgets
