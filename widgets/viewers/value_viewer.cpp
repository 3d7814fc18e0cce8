#include "widgets/viewers/value_viewer.h"

#include <QHBoxLayout>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <memory>

#include "widgets/common/text_label.h"
#include "widgets/viewers/value_canvas.h"

namespace zrecord::widgets {

ValueViewer::ValueViewer(QWidget* parent)
    : RecordView(parent), m_sliceBar(new QWidget), m_sliceLayout(new QHBoxLayout(m_sliceBar)), m_canvas(new ValueCanvas),
      m_place(new TextLabel), m_value(new TextLabel(TextLabel::Style::Value)) {
    m_sliceLayout->setContentsMargins(0, 0, 0, 0);
    m_sliceBar->hide();
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
    layout->addWidget(m_sliceBar);
    layout->addWidget(m_canvas, 1);
    layout->addLayout(line);
    connect(m_canvas, &ValueCanvas::currentCellChanged, this, &ValueViewer::describeCurrent);
}

void ValueViewer::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t) {
    m_record = record;
    m_stream = stream;
    layOutSliceBoxes();
    relayout();
}

void ValueViewer::clear() {
    m_record = {};
    m_sliceBar->hide();
    m_canvas->setContent({}, nullptr);
}

QWidget* ValueViewer::focusTarget() {
    return m_canvas;
}

std::vector<std::uint64_t> ValueViewer::slice() const {
    const auto found = m_slices.find(m_stream);
    return found == m_slices.end() ? std::vector<std::uint64_t>() : found->second;
}

bool ValueViewer::stepSlice(int delta) {
    if (m_boxes.empty()) {
        return false;
    }
    const int before = m_boxes.back()->value();
    m_boxes.back()->setValue(before + delta);
    return m_boxes.back()->value() != before;
}

void ValueViewer::layOutSliceBoxes() {
    const auto shape = m_record.shape();
    const std::size_t count = ValueLayout::slicedDimensions(m_record.dtype(), shape.size());
    if (m_boxes.size() != count) {
        qDeleteAll(m_sliceBar->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
        while (QLayoutItem* item = m_sliceLayout->takeAt(0)) {
            delete item;
        }
        m_boxes.clear();
        for (std::size_t i = 0; i < count; ++i) {
            auto* label = new TextLabel(TextLabel::Style::Body, tr("Axis %1").arg(i));
            label->setTone(Tone::Dim);
            auto* box = new QSpinBox;
            box->setObjectName(QStringLiteral("axis%1").arg(i));
            box->setAccessibleName(tr("Position on axis %1").arg(i));
            box->setKeyboardTracking(false);
            connect(box, &QSpinBox::valueChanged, this, [this, i](int value) {
                m_slices[m_stream].resize(m_boxes.size(), 0);
                m_slices[m_stream][i] = static_cast<std::uint64_t>(value);
                relayout();
            });
            m_sliceLayout->addWidget(label);
            m_sliceLayout->addWidget(box);
            m_boxes.push_back(box);
        }
        m_sliceLayout->addStretch(1);
    }
    auto& slice = m_slices[m_stream];
    slice.resize(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const auto last = static_cast<int>(std::min<std::uint64_t>(shape[i] == 0 ? 0 : shape[i] - 1, std::numeric_limits<int>::max()));
        const QSignalBlocker blocker(m_boxes[i]);
        m_boxes[i]->setRange(0, last);
        m_boxes[i]->setSuffix(tr(" of %L1").arg(shape[i]));
        m_boxes[i]->setValue(static_cast<int>(std::min<std::uint64_t>(slice[i], static_cast<std::uint64_t>(last))));
    }
    m_sliceBar->setVisible(count > 0);
}

void ValueViewer::relayout() {
    if (m_record.isNull()) {
        return;
    }
    const auto shape = m_record.shape();
    m_canvas->setContent(ValueLayout(m_record.dtype(), Shape(shape.begin(), shape.end()), m_record.bytes(), slice()),
                         std::make_shared<workbench::DecodedRecord>(m_record));
}

void ValueViewer::describeCurrent() {
    const ValueLayout& layout = m_canvas->content();
    const QString place = layout.position(m_canvas->currentRow(), m_canvas->currentColumn());
    const bool any = layout.rows() > 0;
    m_place->setText(!any ? QString() : place.isEmpty() ? tr("Value") : tr("At %1").arg(place));
    m_value->setText(any ? m_canvas->currentText() : QString());
}

}  // namespace zrecord::widgets
