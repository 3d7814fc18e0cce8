#include "widgets/viewers/hex_viewer.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/viewers/hex_canvas.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

HexViewer::HexViewer(QWidget* parent)
    : RecordView(parent), m_sources(new QButtonGroup(this)), m_size(new TextLabel), m_canvas(new HexCanvas),
      m_place(new TextLabel), m_value(new TextLabel(TextLabel::Style::Value)) {
    m_size->setObjectName(QStringLiteral("byteCount"));
    m_size->setTone(Tone::Dim);
    m_place->setTone(Tone::Dim);
    m_value->setObjectName(QStringLiteral("byteValue"));
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* top = new QHBoxLayout;
    top->setSpacing(4);
    const struct {
        Source source;
        QString name, text, toolTip;
    } kSources[] = {{Source::Record, QStringLiteral("recordBytes"), tr("Record"), tr("The bytes that a program gets")},
                    {Source::Stored, QStringLiteral("storedBytes"), tr("As stored"), tr("The bytes as they lie in the chunk file")}};
    for (const auto& choice : kSources) {
        auto* button = new QToolButton;
        button->setObjectName(choice.name);
        button->setText(choice.text);
        button->setToolTip(choice.toolTip);
        button->setCheckable(true);
        button->setProperty("quiet", true);
        m_sources->addButton(button, static_cast<int>(choice.source));
        top->addWidget(button);
    }
    m_sources->button(static_cast<int>(m_source))->setChecked(true);
    top->addStretch(1);
    top->addWidget(m_size);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_place);
    bottom->addStretch(1);
    bottom->addWidget(m_value);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addWidget(m_canvas, 1);
    layout->addLayout(bottom);
    connect(m_sources, &QButtonGroup::idClicked, this, [this](int id) { setSource(static_cast<Source>(id)); });
    connect(m_canvas, &HexCanvas::currentByteChanged, this, &HexViewer::describeCurrent);
}

void HexViewer::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) {
    m_record = record;
    m_stream = stream;
    m_index = index;
    refresh();
}

void HexViewer::clear() {
    m_record = {};
    refresh();
}

QWidget* HexViewer::focusTarget() {
    return m_canvas;
}

void HexViewer::setSource(Source source) {
    m_source = source;
    m_sources->button(static_cast<int>(source))->setChecked(true);
    refresh();
}

void HexViewer::refresh() {
    if (m_record.isNull() || m_source == Source::Stored) {
        m_canvas->setBytes({}, nullptr);
        m_size->clear();
    } else {
        m_canvas->setBytes(m_record.bytes(), std::make_shared<workbench::DecodedRecord>(m_record));
        m_size->setText(workbench::bytesText(m_record.plainBytes()));
    }
    describeCurrent();
    if (!m_record.isNull() && m_source == Source::Stored) {
        Q_EMIT storedWanted(m_stream, m_index);
    }
}

bool HexViewer::isAwaited(std::size_t stream, std::uint64_t index) const {
    return m_source == Source::Stored && !m_record.isNull() && stream == m_stream && index == m_index;
}

void HexViewer::showStored(std::size_t stream, std::uint64_t index, const std::shared_ptr<const std::vector<std::byte>>& bytes) {
    if (!isAwaited(stream, index)) {
        return;
    }
    m_canvas->setBytes(*bytes, bytes);
    m_size->setText(tr("%1 stored, %2 plain").arg(workbench::bytesText(bytes->size()), workbench::bytesText(m_record.plainBytes())));
    describeCurrent();
}

void HexViewer::showStoredFailure(std::size_t stream, std::uint64_t index, const QString& sentence) {
    if (isAwaited(stream, index)) {
        m_size->setText(sentence);
    }
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
    m_place->setText(tr("Byte %1 of %2").arg(workbench::countText(at), workbench::countText(bytes.size())));
    m_value->setText(QStringLiteral("0x%1 · %2 · 0b%3")
                         .arg(value, 2, 16, QLatin1Char('0'))
                         .arg(value)
                         .arg(value, 8, 2, QLatin1Char('0')));
}

}  // namespace zrecord::widgets
