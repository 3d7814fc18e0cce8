#include "widgets/viewers/value_viewer.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <memory>

#include "widgets/common/text_label.h"
#include "widgets/viewers/axis_controls.h"
#include "widgets/viewers/value_canvas.h"

namespace zrecord::widgets {

ValueViewer::ValueViewer(QWidget* parent)
    : RecordView(parent), m_axes(new AxisControls), m_canvas(new ValueCanvas), m_place(new TextLabel),
      m_value(new TextLabel(TextLabel::Style::Value)) {
    m_place->setTone(Tone::Dim);
    m_value->setObjectName(QStringLiteral("cellValue"));
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_value->setWordWrap(true);
    m_value->setAlignment(Qt::AlignRight | Qt::AlignTop);
    auto* line = new QHBoxLayout;
    line->addWidget(m_place, 0, Qt::AlignTop);
    line->addWidget(m_value, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_axes);
    layout->addWidget(m_canvas, 1);
    layout->addLayout(line);
    connect(m_canvas, &ValueCanvas::currentCellChanged, this, &ValueViewer::describeCurrent);
    connect(m_axes, &AxisControls::axesChosen, this, [this](const workbench::AxisChoice& axes) { setAxes({axes.row, axes.column}); });
    connect(m_axes, &AxisControls::sliceChosen, this, [this](const std::vector<std::uint64_t>& slice) {
        m_states[m_stream].slice = slice;
        relayout();
    });
}

void ValueViewer::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t) {
    m_record = record;
    m_stream = stream;
    relayout();
}

void ValueViewer::clear() {
    m_record = {};
    m_axes->hide();
    m_canvas->setContent({}, nullptr);
}

QWidget* ValueViewer::focusTarget() {
    return m_canvas;
}

const std::vector<std::uint64_t>& ValueViewer::slice() const {
    return m_canvas->content().slice();
}

void ValueViewer::setAxes(const TableAxes& axes) {
    m_states[m_stream].axes = axes;
    relayout();
}

bool ValueViewer::stepSlice(int delta) {
    return m_axes->stepSlice(delta);
}

bool ValueViewer::stepAxis(int delta) {
    return m_axes->stepAxis(delta);
}

std::optional<std::uint64_t> ValueViewer::currentElement() const {
    const ValueLayout& layout = m_canvas->content();
    if (layout.rows() == 0) {
        return std::nullopt;
    }
    return layout.element(m_canvas->currentRow(), m_canvas->currentColumn());
}

void ValueViewer::setCurrentElement(std::uint64_t element) {
    if (m_record.isNull() || element >= m_record.elementCount()) {
        return;
    }
    const auto shape = m_record.shape();
    const bool vector = shape.size() == 1 && !m_record.dtype().isStructured();
    if (shape.empty() || vector) {
        m_canvas->setCurrentCell(element / ValueLayout::kVectorColumns, element % ValueLayout::kVectorColumns);
        return;
    }
    const auto place = workbench::elementPlace(shape, element);
    m_states[m_stream].slice = place;
    relayout();
    const TableAxes& axes = m_canvas->content().axes();
    const auto at = [&](int axis) { return axis < 0 ? 0 : place[static_cast<std::size_t>(axis)]; };
    m_canvas->setCurrentCell(at(axes.row), axes.column < 0 ? m_canvas->currentColumn() : at(axes.column));
}

QString ValueViewer::currentText() const {
    return m_canvas->content().rows() == 0 ? QString() : m_canvas->currentText();
}

void ValueViewer::relayout() {
    if (m_record.isNull()) {
        return;
    }
    const auto shape = m_record.shape();
    const StreamState& state = m_states[m_stream];
    m_canvas->setContent(ValueLayout(m_record.dtype(), Shape(shape.begin(), shape.end()), m_record.bytes(), state.slice, state.axes),
                         std::make_shared<workbench::DecodedRecord>(m_record));
    const ValueLayout& layout = m_canvas->content();
    const bool structured = m_record.dtype().isStructured();
    const bool choice = layout.rows() > 0 && shape.size() > 2 && !structured;
    if (layout.rows() > 0 && shape.size() > (structured ? 1U : 2U)) {
        m_axes->showState(shape, {layout.axes().row, layout.axes().column, -1}, layout.slice(),
                          choice ? AxisControls::Choice::RowsAndColumns : AxisControls::Choice::None);
    } else {
        m_axes->hide();
    }
}

void ValueViewer::describeCurrent() {
    const ValueLayout& layout = m_canvas->content();
    const QString place = layout.position(m_canvas->currentRow(), m_canvas->currentColumn());
    const bool any = layout.rows() > 0;
    m_place->setText(!any ? QString() : place.isEmpty() ? tr("Value") : tr("At %1").arg(place));
    m_value->setText(any ? m_canvas->currentText() : QString());
}

}  // namespace zrecord::widgets
