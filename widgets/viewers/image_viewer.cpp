#include "widgets/viewers/image_viewer.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "widgets/common/text_label.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/value_canvas.h"
#include "workbench/messages/number_text.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::ColorMap;
using workbench::ImageLayout;
using workbench::ImageMappingOptions;
using workbench::RangeMode;

namespace {

constexpr int kSpacing = 8;
/// The combo box has one entry that is not a mode of the mapping: the present range, kept.
constexpr int kKeptItem = 4;

QIcon colorMapIcon(ColorMap map) {
    QPixmap strip(48, 12);
    QPainter painter(&strip);
    const auto& colors = workbench::colorTable(map);
    for (int x = 0; x < strip.width(); ++x) {
        painter.fillRect(x, 0, 1, strip.height(), QColor(colors[static_cast<std::size_t>(x * 255 / (strip.width() - 1))]));
    }
    return QIcon(strip);
}

QToolButton* makeButton(const QString& iconName, const QString& name, const QString& toolTip) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(iconName));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setProperty("quiet", true);
    return button;
}

QLineEdit* makeBound(const QString& name, const QString& accessible) {
    auto* edit = new QLineEdit;
    edit->setObjectName(name);
    edit->setAccessibleName(accessible);
    auto* validator = new QDoubleValidator(edit);
    validator->setLocale(QLocale::c());
    edit->setValidator(validator);
    edit->setMaximumWidth(92);
    edit->setFont(valueFontFor(edit->font()));
    return edit;
}

QWidget* makeLine(const QString& caption, std::initializer_list<QWidget*> widgets) {
    auto* line = new QWidget;
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    auto* label = new TextLabel(TextLabel::Style::Body, caption);
    label->setTone(Tone::Dim);
    layout->addWidget(label);
    layout->addStretch(1);
    for (QWidget* widget : widgets) {
        layout->addWidget(widget);
    }
    return line;
}

QString numberText(double value) {
    return QString::number(value, 'g', 7);
}

}  // namespace

ImageViewer::ImageViewer(workbench::TaskRunner& runner, QWidget* parent) : RecordView(parent), m_task(runner) {
    buildControls();
    connect(m_canvas, &ImageCanvas::pixelHovered, this, [this](QPoint pixel) { hover(pixel); });
    connect(m_canvas, &ImageCanvas::hoverEnded, this, [this] { hover(std::nullopt); });
    connect(m_canvas, &ImageCanvas::zoomChanged, this, [this](double zoom) {
        m_zoomText->setText(tr("%1 %").arg(QString::number(zoom * 100, 'f', zoom < 0.1 ? 1 : 0)));
    });
    connect(m_range, &QComboBox::activated, this, &ImageViewer::chooseRange);
    for (QLineEdit* edit : {m_low, m_high}) {
        connect(edit, &QLineEdit::editingFinished, this, &ImageViewer::applyFixedRange);
    }
    connect(m_colors, &QComboBox::activated, this, [this](int item) {
        ImageMappingOptions changed = options();
        changed.map = static_cast<ColorMap>(m_colors->itemData(item).toInt());
        setOptions(changed);
    });
    connect(m_layout, &QComboBox::activated, this, [this](int item) {
        ImageMappingOptions changed = options();
        const int chosen = m_layout->itemData(item).toInt();
        changed.layout = chosen < 0 ? std::nullopt : std::optional(static_cast<ImageLayout>(chosen));
        changed.channel = -1;
        changed.page = 0;
        setOptions(changed);
    });
    connect(m_channel, &QSpinBox::valueChanged, this, [this](int channel) {
        ImageMappingOptions changed = options();
        changed.channel = channel;
        setOptions(changed);
    });
    connect(m_page, &QSpinBox::valueChanged, this, [this](int page) {
        ImageMappingOptions changed = options();
        changed.page = static_cast<std::uint64_t>(page);
        setOptions(changed);
    });
}

ImageViewer::~ImageViewer() = default;

void ImageViewer::buildControls() {
    m_canvas = new ImageCanvas;
    m_zoomText = new TextLabel(TextLabel::Style::Value);
    auto* fit = makeButton(QStringLiteral("fit"), QStringLiteral("fitButton"), tr("Fit the picture into the view (F)"));
    auto* out = makeButton(QStringLiteral("zoom-out"), QStringLiteral("zoomOutButton"), tr("Zoom out (−)"));
    auto* in = makeButton(QStringLiteral("zoom-in"), QStringLiteral("zoomInButton"), tr("Zoom in (+)"));
    auto* actual = new QToolButton;
    actual->setObjectName(QStringLiteral("actualSizeButton"));
    actual->setText(tr("100 %"));
    actual->setToolTip(tr("One picture pixel per screen pixel (Ctrl+0)"));
    actual->setProperty("quiet", true);
    m_hardPixels = new QToolButton;
    m_hardPixels->setObjectName(QStringLiteral("hardPixelsButton"));
    m_hardPixels->setText(tr("Hard pixels"));
    m_hardPixels->setToolTip(tr("Show every pixel as a square when enlarged"));
    m_hardPixels->setCheckable(true);
    m_hardPixels->setChecked(true);
    connect(fit, &QToolButton::clicked, m_canvas, &ImageCanvas::fit);
    connect(out, &QToolButton::clicked, m_canvas, &ImageCanvas::zoomOut);
    connect(in, &QToolButton::clicked, m_canvas, &ImageCanvas::zoomIn);
    connect(actual, &QToolButton::clicked, m_canvas, &ImageCanvas::showActualSize);
    connect(m_hardPixels, &QToolButton::toggled, m_canvas, &ImageCanvas::setHardPixels);

    m_range = new QComboBox;
    m_range->setObjectName(QStringLiteral("rangeMode"));
    m_range->setAccessibleName(tr("Range of values shown"));
    m_range->addItem(tr("Full"), static_cast<int>(RangeMode::Full));
    m_range->addItem(tr("Min – max"), static_cast<int>(RangeMode::MinMax));
    m_range->addItem(tr("1 – 99 %"), static_cast<int>(RangeMode::Percentile));
    m_range->addItem(tr("Fixed"), static_cast<int>(RangeMode::Fixed));
    m_range->addItem(tr("Keep this"), kKeptItem);
    m_range->setToolTip(tr("Which values are the ends of the colours. Keep this holds the present range for every record (K)."));
    m_low = makeBound(QStringLiteral("rangeLow"), tr("Lowest value shown"));
    m_high = makeBound(QStringLiteral("rangeHigh"), tr("Highest value shown"));
    m_rangeText = new TextLabel(TextLabel::Style::Value);
    m_rangeText->setObjectName(QStringLiteral("rangeText"));
    m_colors = new QComboBox;
    m_colors->setObjectName(QStringLiteral("colorMap"));
    m_colors->setAccessibleName(tr("Colours"));
    m_colors->setIconSize({48, 12});
    for (const ColorMap map : workbench::allColorMaps()) {
        m_colors->addItem(colorMapIcon(map), workbench::colorMapName(map), static_cast<int>(map));
    }
    m_layout = new QComboBox;
    m_layout->setObjectName(QStringLiteral("imageLayout"));
    m_layout->setAccessibleName(tr("Order of the axes"));
    m_channel = new QSpinBox;
    m_channel->setObjectName(QStringLiteral("channel"));
    m_channel->setAccessibleName(tr("Channel"));
    m_channel->setPrefix(tr("channel "));
    m_channel->setSpecialValueText(tr("colour"));
    m_page = new QSpinBox;
    m_page->setObjectName(QStringLiteral("page"));
    m_page->setAccessibleName(tr("Picture of the stack"));
    m_page->setPrefix(tr("slice "));
    m_place = new TextLabel(TextLabel::Style::Body);
    m_place->setTone(Tone::Dim);
    m_value = new TextLabel(TextLabel::Style::Value);
    m_value->setObjectName(QStringLiteral("pixelValue"));
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_values = new ValueCanvas;
    m_values->setObjectName(QStringLiteral("pixelValues"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    layout->addWidget(m_canvas, 3);
    layout->addWidget(makeLine(tr("Zoom"), {m_zoomText, out, in, fit, actual, m_hardPixels}));
    layout->addWidget(makeLine(tr("Range"), {m_rangeText, m_low, m_high, m_range}));
    layout->addWidget(makeLine(tr("Colours"), {m_colors}));
    m_layoutLine = makeLine(tr("Axes"), {m_page, m_channel, m_layout});
    layout->addWidget(m_layoutLine);
    auto* at = new QHBoxLayout;
    at->addWidget(m_place);
    at->addStretch(1);
    at->addWidget(m_value);
    layout->addLayout(at);
    layout->addWidget(m_values, 1);
}

ImageViewer::StreamState& ImageViewer::state() {
    return m_states[m_stream];
}

const ImageMappingOptions& ImageViewer::options() const {
    return m_states[m_stream].options;
}

void ImageViewer::setOptions(const ImageMappingOptions& options) {
    if (options == state().options) {
        return;
    }
    state().options = options;
    redraw();
    Q_EMIT optionsChanged();
}

void ImageViewer::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t) {
    m_record = record;
    m_stream = stream;
    m_normalizing = false;
    redraw();
}

void ImageViewer::clear() {
    ++m_version;
    m_task.cancel();
    m_record = {};
    m_mapped = {};
    m_canvas->setImage({});
    m_values->setContent({}, nullptr);
    m_rangeText->clear();
    hover(std::nullopt);
}

QWidget* ImageViewer::focusTarget() {
    return m_canvas;
}

void ImageViewer::redraw() {
    const std::uint64_t version = ++m_version;
    if (m_record.isNull()) {
        return;
    }
    if (m_record.elementCount() <= kDrawnAtOnce) {
        m_task.cancel();
        take(workbench::mapImage(m_record, options()));
        return;
    }
    m_task.submit([this, version, box = m_task.mailbox(), record = m_record, wanted = options()](std::stop_token stop) {
        if (stop.stop_requested()) {
            return;
        }
        // The box is closed before the viewer goes, so that `this` is only used while it lives.
        box->post([this, version, mapped = workbench::mapImage(record, wanted)]() mutable {
            if (version == m_version) {
                take(std::move(mapped));
            }
        });
    });
}

void ImageViewer::take(Result<workbench::MappedImage> mapped) {
    if (!mapped.ok() && options().layout) {
        // Another record of a ragged stream may not have the chosen axes: guess for this one, keep the choice.
        ImageMappingOptions guessed = options();
        guessed.layout.reset();
        mapped = workbench::mapImage(m_record, guessed);
    }
    m_mapped = mapped.ok() ? std::move(mapped).value() : workbench::MappedImage();
    if (std::exchange(m_normalizing, false) && m_mapped.geometry.isImage()) {
        state().options.range = RangeMode::Fixed;
        state().options.low = m_mapped.low;
        state().options.high = m_mapped.high;
        Q_EMIT optionsChanged();
    }
    m_canvas->setImage(m_mapped.image);
    m_canvas->setAccessibleDescription(tr("%1 by %2 pixels").arg(m_mapped.geometry.width).arg(m_mapped.geometry.height));
    updateControls();
    hover(std::nullopt);
}

void ImageViewer::updateControls() {
    const auto& geometry = m_mapped.geometry;
    fillLayouts();
    const QSignalBlocker blockChannel(m_channel);
    const QSignalBlocker blockPage(m_page);
    m_channel->setRange(-1, static_cast<int>(std::min<std::uint64_t>(geometry.channels, 1'000'000)) - 1);
    m_channel->setValue(options().channel);
    m_channel->setVisible(geometry.channels > 1);
    m_page->setRange(0, static_cast<int>(std::min<std::uint64_t>(geometry.pages, 1'000'000'000)) - 1);
    m_page->setSuffix(tr(" of %L1").arg(geometry.pages));
    m_page->setValue(static_cast<int>(std::min<std::uint64_t>(options().page, static_cast<std::uint64_t>(m_page->maximum()))));
    m_page->setVisible(geometry.pages > 1);
    m_layoutLine->setVisible(m_layout->count() > 2 || geometry.channels > 1 || geometry.pages > 1);
    // A colour picture has no colour map; one of its channels has.
    m_colors->setEnabled(geometry.channels == 1 || options().channel >= 0);
    m_colors->setCurrentIndex(m_colors->findData(static_cast<int>(options().map)));
    updateRangeText();
}

void ImageViewer::updateRangeText() {
    const bool fixed = options().range == RangeMode::Fixed;
    const bool kept = isRangeKept();
    m_range->setCurrentIndex(kept ? kKeptItem : m_range->findData(static_cast<int>(options().range)));
    m_low->setVisible(fixed && !kept);
    m_high->setVisible(fixed && !kept);
    m_rangeText->setVisible(!fixed || kept);
    m_rangeText->setText(tr("%1 – %2").arg(numberText(m_mapped.low), numberText(m_mapped.high)));
    if (fixed && !m_low->hasFocus() && !m_high->hasFocus()) {
        m_low->setText(QString::number(options().low, 'g', 17));
        m_high->setText(QString::number(options().high, 'g', 17));
    }
}

void ImageViewer::fillLayouts() {
    const auto name = [](ImageLayout layout) {
        switch (layout) {
        case ImageLayout::Row: return tr("one row");
        case ImageLayout::Hw: return tr("height × width");
        case ImageLayout::Hwc: return tr("height × width × channel");
        case ImageLayout::Chw: return tr("channel × height × width");
        case ImageLayout::None: break;
        }
        return QString();
    };
    const QSignalBlocker blocker(m_layout);
    m_layout->clear();
    m_layout->addItem(tr("guessed: %1").arg(name(workbench::guessImageLayout(m_record.dtype(), m_record.shape()))), -1);
    for (const ImageLayout layout : {ImageLayout::Row, ImageLayout::Hw, ImageLayout::Hwc, ImageLayout::Chw}) {
        if (workbench::isLayoutPossible(m_record.shape(), layout)) {
            m_layout->addItem(name(layout), static_cast<int>(layout));
        }
    }
    const auto chosen = options().layout;
    m_layout->setCurrentIndex(chosen ? std::max(m_layout->findData(static_cast<int>(*chosen)), 0) : 0);
}

void ImageViewer::normalizeToRecord() {
    if (m_record.isNull()) {
        return;
    }
    // The drawing measures the range; take() then fixes it.
    state().modeBeforeKeep.reset();
    state().options.range = RangeMode::MinMax;
    m_normalizing = true;
    redraw();
}

void ImageViewer::setRangeKept(bool kept) {
    if (kept == isRangeKept() || m_record.isNull()) {
        return;
    }
    ImageMappingOptions changed = options();
    if (kept) {
        state().modeBeforeKeep = changed.range;
        changed.range = RangeMode::Fixed;
        changed.low = m_mapped.low;
        changed.high = m_mapped.high;
    } else {
        changed.range = *std::exchange(state().modeBeforeKeep, std::nullopt);
    }
    setOptions(changed);
    updateRangeText();
}

bool ImageViewer::isRangeKept() const {
    return m_states[m_stream].modeBeforeKeep.has_value();
}

bool ImageViewer::stepSlice(int delta) {
    // isVisibleTo: the boxes also count while the whole viewer is off screen.
    QSpinBox* box = m_channel->isVisibleTo(m_layoutLine) ? m_channel : m_page->isVisibleTo(m_layoutLine) ? m_page : nullptr;
    if (!box) {
        return false;
    }
    const int before = box->value();
    box->setValue(before + delta);
    return box->value() != before;
}

void ImageViewer::chooseRange(int item) {
    const int chosen = m_range->itemData(item).toInt();
    if (chosen == kKeptItem) {
        setRangeKept(true);
        return;
    }
    state().modeBeforeKeep.reset();
    ImageMappingOptions changed = options();
    changed.range = static_cast<RangeMode>(chosen);
    if (changed.range == RangeMode::Fixed) {
        changed.low = m_mapped.low;
        changed.high = m_mapped.high;
    }
    setOptions(changed);
    updateRangeText();
}

void ImageViewer::applyFixedRange() {
    bool lowOk = false;
    bool highOk = false;
    ImageMappingOptions changed = options();
    changed.low = QLocale::c().toDouble(m_low->text(), &lowOk);
    changed.high = QLocale::c().toDouble(m_high->text(), &highOk);
    if (lowOk && highOk) {
        setOptions(changed);
    }
}

QString ImageViewer::placeText(QPoint pixel) const {
    return tr("At (%1, %2)").arg(pixel.y()).arg(pixel.x());
}

QString ImageViewer::valueText(QPoint pixel) const {
    const auto& geometry = m_mapped.geometry;
    if (m_record.isNull() || !geometry.isImage() || pixel.x() < 0 || pixel.y() < 0 ||
        static_cast<std::uint64_t>(pixel.x()) >= geometry.width || static_cast<std::uint64_t>(pixel.y()) >= geometry.height) {
        return {};
    }
    const auto at = [&](std::uint64_t channel) {
        const std::uint64_t page = geometry.pages == 0 ? 0 : std::min(options().page, geometry.pages - 1);
        return workbench::elementText(m_record, geometry.element(static_cast<std::uint64_t>(pixel.x()),
                                                                 static_cast<std::uint64_t>(pixel.y()), channel, page));
    };
    if (geometry.channels == 1) {
        return at(0);
    }
    if (options().channel >= 0) {
        return at(static_cast<std::uint64_t>(options().channel));
    }
    QStringList all;
    for (std::uint64_t channel = 0; channel < geometry.channels && channel < 8; ++channel) {
        all += at(channel);
    }
    return QStringLiteral("(%1)").arg(all.join(QStringLiteral(", ")));
}

void ImageViewer::hover(std::optional<QPoint> pixel) {
    m_canvas->setMarkedPixel(pixel);
    if (!pixel || m_record.isNull()) {
        const QString hint = m_mapped.nanCount + m_mapped.infinityCount == 0
                                 ? QString()
                                 : tr("%1 NaN, %2 infinite").arg(workbench::countText(m_mapped.nanCount),
                                                                 workbench::countText(m_mapped.infinityCount));
        m_place->setText(m_record.isNull() ? QString() : tr("Point at a pixel for its value"));
        m_value->setText(hint);
        if (!m_record.isNull() && m_mapped.geometry.isImage()) {
            showValuesAround({static_cast<int>(m_values->currentColumn()), static_cast<int>(m_values->currentRow())});
        }
        return;
    }
    m_place->setText(placeText(*pixel));
    m_value->setText(valueText(*pixel));
    showValuesAround(*pixel);
}

void ImageViewer::showValuesAround(QPoint pixel) {
    const auto shape = m_record.shape();
    const auto& geometry = m_mapped.geometry;
    const auto y = static_cast<std::uint64_t>(std::max(pixel.y(), 0));
    const auto x = static_cast<std::uint64_t>(std::max(pixel.x(), 0));
    const std::size_t fixed = ValueLayout::slicedDimensions(m_record.dtype(), shape.size());
    std::vector<std::uint64_t> slice(fixed, 0);
    std::uint64_t page = geometry.pages == 0 ? 0 : std::min(options().page, geometry.pages - 1);
    const bool channelsLast = geometry.layout == ImageLayout::Hwc;
    // The last two axes are rows and columns of the table: with channels last the picture's row is one of the fixed axes.
    std::size_t place = fixed;
    if (geometry.layout == ImageLayout::Hwc || geometry.layout == ImageLayout::Chw) {
        slice[--place] = channelsLast ? y : static_cast<std::uint64_t>(std::max(options().channel, 0));
    }
    while (place > 0) {
        --place;
        slice[place] = shape[place] == 0 ? 0 : page % shape[place];
        page = shape[place] == 0 ? 0 : page / shape[place];
    }
    m_values->setContent(ValueLayout(m_record.dtype(), Shape(shape.begin(), shape.end()), m_record.bytes(), slice),
                         std::make_shared<workbench::DecodedRecord>(m_record));
    if (geometry.layout == ImageLayout::Row) {
        m_values->setCurrentCell(x / ValueLayout::kVectorColumns, x % ValueLayout::kVectorColumns);
    } else {
        m_values->setCurrentCell(channelsLast ? x : y, channelsLast ? static_cast<std::uint64_t>(std::max(options().channel, 0)) : x);
    }
}

}  // namespace zrecord::widgets
