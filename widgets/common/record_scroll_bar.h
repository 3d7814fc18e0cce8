#pragma once

#include <QScrollBar>

namespace zrecord::widgets {

/// A vertical scroll bar over 64-bit positions. Qt's own range holds 31 bits, so the handle stands at the nearest of about
/// 10⁹ places while position() stays exact: arrows, pages, wheel and keys move by exactly their step, dragging maps by ratio.
/// The unit is the owner's (rows, pixels). GUI thread only; every operation is constant time.
class RecordScrollBar : public QScrollBar {
    Q_OBJECT

public:
    explicit RecordScrollBar(QWidget* parent = nullptr);

    /// `total` units of content of which `page` are visible at once. The position is clipped, never otherwise changed.
    void setExtent(quint64 total, quint64 page);
    /// What one arrow click moves by (≥ 1).
    void setStep(quint64 step);

    [[nodiscard]] quint64 position() const noexcept { return m_position; }
    /// total − page, or 0 when everything is visible.
    [[nodiscard]] quint64 maximumPosition() const noexcept { return m_maximum; }
    void setPosition(quint64 position);
    /// Moves by a signed number of units and stops at the ends.
    void moveBy(qint64 delta);

    /// Handle place of a position and the reverse, both exact at the ends and monotonic.
    [[nodiscard]] int valueForPosition(quint64 position) const;
    [[nodiscard]] quint64 positionForValue(int value) const;

Q_SIGNALS:
    void positionChanged(quint64 position);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    void handleAction(int action);
    void handleValue(int value);
    void syncHandle();

    quint64 m_total = 0;
    quint64 m_page = 1;
    quint64 m_maximum = 0;
    quint64 m_position = 0;
    quint64 m_step = 1;
    int m_wheelRest = 0;
};

}  // namespace zrecord::widgets
