#include "widgets/viewers/hex_viewer.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <memory>

#include "widgets/common/text_label.h"
#include "widgets/theme/fonts.h"
#include "widgets/viewers/hex_canvas.h"

namespace zrecord::widgets {

HexViewer::HexViewer(QWidget* parent)
    : RecordView(parent), m_canvas(new HexCanvas), m_place(new TextLabel), m_value(new TextLabel(TextLabel::Style::Value)) {
    m_canvas->setFont(valueFontFor(font()));
    m_place->setTone(Tone::Dim);
    m_value->setObjectName(QStringLiteral("byteValue"));
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* line = new QHBoxLayout;
    line->addWidget(m_place);
    line->addStretch(1);
    line->addWidget(m_value);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_canvas, 1);
    layout->addLayout(line);
    connect(m_canvas, &HexCanvas::currentByteChanged, this, &HexViewer::describeCurrent);
}

void HexViewer::showRecord(const workbench::DecodedRecord& record, std::size_t, std::uint64_t) {
    m_canvas->setBytes(record.bytes(), std::make_shared<workbench::DecodedRecord>(record));
    describeCurrent();
}

void HexViewer::clear() {
    m_canvas->setBytes({}, nullptr);
    describeCurrent();
}

QWidget* HexViewer::focusTarget() {
    return m_canvas;
}

void HexViewer::describeCurrent() {
    const auto bytes = m_canvas->bytes();
    const std::uint64_t at = m_canvas->currentByte();
    if (at >= bytes.size()) {
        m_place->clear();
        m_value->clear();
        return;
    }
    const auto value = std::to_integer<unsigned>(bytes[at]);
    m_place->setText(tr("Byte %L1 of %L2").arg(at).arg(bytes.size()));
    m_value->setText(QStringLiteral("0x%1 · %2 · 0b%3")
                         .arg(value, 2, 16, QLatin1Char('0'))
                         .arg(value)
                         .arg(value, 8, 2, QLatin1Char('0')));
}

}  // namespace zrecord::widgets
