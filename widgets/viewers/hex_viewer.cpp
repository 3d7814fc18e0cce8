#include "widgets/viewers/hex_viewer.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/viewers/hex_canvas.h"
#include "widgets/viewers/value_layout.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/viewdata/frame_header.h"
#include "workbench/viewdata/image_geometry.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {
namespace {

/// More bytes of one element are not written out.
constexpr std::uint64_t kShownElementBytes = 32;

QString dictionaryText(std::uint32_t id) {
    const QString digits = QStringLiteral("%1").arg(id, 8, 16, QLatin1Char('0'));
    return digits.left(4) + u' ' + digits.mid(4);
}

QString elementPlaceText(std::span<const std::uint64_t> shape, std::uint64_t element) {
    QStringList places;
    for (const std::uint64_t place : workbench::elementPlace(shape, element)) {
        places += QString::number(place);
    }
    return QStringLiteral("[%1]").arg(places.join(QStringLiteral(", ")));
}

}  // namespace

HexViewer::HexViewer(QWidget* parent)
    : RecordView(parent), m_sources(new QButtonGroup(this)), m_size(new TextLabel), m_facts(new KeyValueList), m_canvas(new HexCanvas),
      m_place(new TextLabel), m_value(new TextLabel(TextLabel::Style::Value)) {
    m_size->setObjectName(QStringLiteral("byteCount"));
    m_size->setTone(Tone::Dim);
    m_facts->setObjectName(QStringLiteral("storageFacts"));
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
    layout->addWidget(m_facts);
    connect(m_sources, &QButtonGroup::idClicked, this, [this](int id) { setSource(static_cast<Source>(id)); });
    connect(m_canvas, &HexCanvas::currentByteChanged, this, &HexViewer::describeCurrent);
}

void HexViewer::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t index) {
    m_record = record;
    m_stream = stream;
    m_index = index;
    m_storage.reset();
    refresh();
    Q_EMIT storageWanted(m_stream, m_index);
}

void HexViewer::clear() {
    m_record = {};
    m_storage.reset();
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

bool HexViewer::showsElements() const {
    return !m_record.isNull() && m_canvas->bytes().size() == m_record.plainBytes() &&
           (m_source == Source::Record || (m_storage && m_storage->codec == Codec::Raw));
}

std::optional<std::uint64_t> HexViewer::currentElement() const {
    if (!showsElements() || m_canvas->bytes().empty()) {
        return std::nullopt;
    }
    return m_canvas->currentByte() / m_record.dtype().itemSize();
}

void HexViewer::setCurrentElement(std::uint64_t element) {
    if (showsElements() && element < m_record.elementCount()) {
        m_canvas->setCurrentByte(element * m_record.dtype().itemSize());
    }
}

QString HexViewer::currentText() const {
    const auto bytes = m_canvas->bytes();
    QStringList parts;
    for (std::uint64_t i = m_canvas->markedFirst(); i < std::min<std::uint64_t>(m_canvas->markedFirst() + m_canvas->markedCount(), bytes.size()); ++i) {
        parts += QStringLiteral("%1").arg(std::to_integer<unsigned>(bytes[i]), 2, 16, QLatin1Char('0'));
    }
    return parts.join(u' ');
}

void HexViewer::refresh() {
    m_stored.reset();
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

bool HexViewer::isShown(std::size_t stream, std::uint64_t index) const {
    return !m_record.isNull() && stream == m_stream && index == m_index;
}

void HexViewer::showStored(std::size_t stream, std::uint64_t index, const std::shared_ptr<const std::vector<std::byte>>& bytes) {
    if (m_source != Source::Stored || !isShown(stream, index)) {
        return;
    }
    m_stored = bytes;
    m_canvas->setBytes(*bytes, bytes);
    m_size->setText(tr("%1 stored, %2 plain").arg(workbench::bytesText(bytes->size()), workbench::bytesText(m_record.plainBytes())));
    describeCurrent();
}

void HexViewer::showStoredFailure(std::size_t stream, std::uint64_t index, const QString& sentence) {
    if (m_source == Source::Stored && isShown(stream, index)) {
        m_size->setText(sentence);
    }
}

void HexViewer::showStorage(std::size_t stream, std::uint64_t index, const Storage& storage) {
    if (isShown(stream, index)) {
        m_storage = storage;
        describeCurrent();
    }
}

void HexViewer::describeCurrent() {
    const auto bytes = m_canvas->bytes();
    const std::uint64_t at = m_canvas->currentByte();
    const auto element = currentElement();
    const std::uint64_t itemSize = m_record.isNull() ? 1 : m_record.dtype().itemSize();
    m_canvas->setMarked(element ? *element * itemSize : at, element ? itemSize : std::min<std::uint64_t>(bytes.size(), 1));
    describeStorage();
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
    m_canvas->setAccessibleDescription(m_place->text() + u' ' + m_value->text());
}

QString HexViewer::frameText() const {
    const auto header = m_stored ? workbench::readFrameHeader(*m_stored) : std::nullopt;
    if (!header) {
        return {};
    }
    QStringList parts{tr("header %L1 bytes").arg(header->headerBytes)};
    if (header->contentBytes) {
        parts += tr("content %1").arg(workbench::bytesText(*header->contentBytes));
    }
    if (header->dictionaryId != 0) {
        parts += tr("dictionary %1").arg(dictionaryText(header->dictionaryId));
    }
    parts += header->hasChecksum ? tr("checksum") : tr("no checksum");
    return parts.join(QStringLiteral(" · "));
}

void HexViewer::describeStorage() {
    std::vector<KeyValueList::Row> rows;
    if (m_record.isNull()) {
        m_facts->setRows(rows);
        return;
    }
    const DType& dtype = m_record.dtype();
    if (const auto element = currentElement()) {
        const bool legible = dtype.itemSize() <= kShownElementBytes || !dtype.isStructured();
        const QString value = legible ? workbench::elementText(m_record, *element).left(60) : QString();
        rows.push_back({tr("element %1").arg(elementPlaceText(m_record.shape(), *element)), value});
    }
    rows.push_back({tr("dtype"), QString::fromStdString(dtype.displayName()) + QStringLiteral(" · ") + QString::fromStdString(dtype.str())});
    if (!dtype.isStructured() && dtype.byteOrder() != ByteOrder::NotApplicable) {
        rows.push_back({tr("byte order"), dtype.byteOrder() == ByteOrder::Big ? tr("big: most significant byte first") : tr("little: least significant byte first")});
    }
    if (m_storage) {
        const RecordLocation& place = m_storage->location;
        rows.push_back({tr("in file %1").arg(QStringLiteral("%1.chunk").arg(place.chunk)),
                        tr("offset %1, %2").arg(workbench::countText(place.offset), workbench::bytesText(place.storedBytes))});
        if (m_storage->codec == Codec::Raw && showsElements()) {
            rows.push_back({tr("this byte in the file"), workbench::countText(place.offset + m_canvas->currentByte())});
        }
        QString codec = workbench::codecText(m_storage->codec);
        if (m_storage->dictionaryId != 0) {
            codec += QStringLiteral(" · ") + tr("dictionary id %1").arg(dictionaryText(m_storage->dictionaryId));
        }
        rows.push_back({tr("codec"), codec});
        if (const QString frame = frameText(); !frame.isEmpty()) {
            rows.push_back({tr("frame"), frame});
        }
    }
    m_facts->setRows(rows);
}

}  // namespace zrecord::widgets
