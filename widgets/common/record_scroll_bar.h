#pragma once

#include <QScrollBar>

#include <cstdint>

namespace zrecord::widgets {

/// A vertical scroll bar over 64-bit positions. Qt's own range holds 31 bits, so the handle stands at the nearest of about
/// 10⁹ places while position() stays exact: arrows, pages, wheel and keys move by exactly their step, dragging maps by ratio.
/// The unit is the owner's (rows, pixels). GUI thread only; every operation is constant time.
class RecordScrollBar : public QScrollBar {
    Q_OBJECT

public:
    explicit RecordScrollBar(QWidget* parent = nullptr);

    /// `total` units of content of which `page` are visible at once. The position is clipped, never otherwise changed.
    void setExtent(std::uint64_t total, std::uint64_t page);
    /// What one arrow click moves by (≥ 1).
    void setStep(std::uint64_t step);

    [[nodiscard]] std::uint64_t position() const noexcept { return m_position; }
    /// total − page, or 0 when everything is visible.
    [[nodiscard]] std::uint64_t maximumPosition() const noexcept { return m_maximum; }
    void setPosition(std::uint64_t position);
    /// Moves by a signed number of units and stops at the ends.
    void moveBy(std::int64_t delta);

    /// Handle place of a position and the reverse, both exact at the ends and monotonic.
    [[nodiscard]] int valueForPosition(std::uint64_t position) const;
    [[nodiscard]] std::uint64_t positionForValue(int value) const;

Q_SIGNALS:
    void positionChanged(std::uint64_t position);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    void handleAction(int action);
    void handleValue(int value);
    void syncHandle();

    std::uint64_t m_total = 0;
    std::uint64_t m_page = 1;
    std::uint64_t m_maximum = 0;
    std::uint64_t m_position = 0;
    std::uint64_t m_step = 1;
    int m_wheelRest = 0;
};

}  // namespace zrecord::widgets
