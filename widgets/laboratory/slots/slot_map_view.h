#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <QWidget>

#include <zrecord/laboratory/slot_map.h>

namespace zrecord::widgets {

/// The chunk files as rows of small cells: how much of each is live, dead or marked for deletion. The pointer or the arrow keys
/// choose a cell, a click or Enter opens the first record in it.
class SlotMapView final : public QWidget {
    Q_OBJECT

public:
    enum class Shade { Space, Ratio };  ///< cells alike, or the darker the better they compress

    explicit SlotMapView(QWidget* parent = nullptr);

    void setMap(std::shared_ptr<const SlotMap> map);
    void setShade(Shade shade);
    /// A cell as "chunk, cell of it"; none when nothing is chosen.
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }
    /// What the cell holds, in a sentence.
    [[nodiscard]] QString cellText(std::size_t cell) const;
    [[nodiscard]] std::optional<std::uint64_t> recordOf(std::size_t cell) const;
    [[nodiscard]] std::size_t cellCount() const { return m_cells.size(); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

Q_SIGNALS:
    void currentChanged();
    void recordChosen(std::uint64_t record);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Place {
        std::size_t strip;
        std::size_t cell;
    };
    [[nodiscard]] int columns() const;
    [[nodiscard]] QRect rectOf(std::size_t cell) const;
    [[nodiscard]] std::optional<std::size_t> cellAt(const QPoint& place) const;
    [[nodiscard]] const SlotCell& cellOf(std::size_t cell) const;
    [[nodiscard]] std::uint64_t bytesOf(std::size_t cell) const;
    void setCurrent(std::optional<std::size_t> cell);
    void choose(std::size_t cell);

    std::shared_ptr<const SlotMap> m_map;
    std::vector<Place> m_cells;
    Shade m_shade = Shade::Space;
    std::optional<std::size_t> m_current;
};

}  // namespace zrecord::widgets
