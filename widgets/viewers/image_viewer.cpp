#include "widgets/viewers/image_viewer.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/image_controls.h"
#include "widgets/viewers/value_canvas.h"
#include "workbench/messages/number_text.h"
#include "workbench/viewdata/label_overlay.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::ImageLayout;
using workbench::ImageMappingOptions;
using workbench::RangeMode;

namespace {

constexpr int kSpacing = 8;

QToolButton* makeButton(const QString& iconName, const QString& name, const QString& toolTip) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(iconName));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setProperty("quiet", true);
    return button;
}

}  // namespace

ImageViewer::ImageViewer(workbench::TaskRunner& runner, QWidget* parent) : RecordView(parent), m_task(runner) {
    buildControls();
    connect(m_canvas, &ImageCanvas::currentPixelChanged, this, &ImageViewer::showPlace);
    connect(m_canvas, &ImageCanvas::zoomChanged, this, [this](double zoom) {
        m_zoomText->setText(tr("%1 %").arg(QString::number(zoom * 100, 'f', zoom < 0.1 ? 1 : 0)));
    });
    connect(m_controls, &ImageControls::optionsChosen, this, &ImageViewer::setOptions);
    connect(m_controls, &ImageControls::rangeModeChosen, this, &ImageViewer::chooseRange);
    connect(m_controls, &ImageControls::keepChosen, this, [this] { setRangeKept(true); });
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
    m_hardPixels->setText(tr("Sharp"));
    m_hardPixels->setAccessibleName(tr("Hard pixels"));
    m_hardPixels->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    m_hardPixels->setToolTip(tr("Show every pixel as a square when enlarged"));
    m_hardPixels->setCheckable(true);
    m_hardPixels->setChecked(true);
    connect(fit, &QToolButton::clicked, m_canvas, &ImageCanvas::fit);
    connect(out, &QToolButton::clicked, m_canvas, &ImageCanvas::zoomOut);
    connect(in, &QToolButton::clicked, m_canvas, &ImageCanvas::zoomIn);
    connect(actual, &QToolButton::clicked, m_canvas, &ImageCanvas::showActualSize);
    connect(m_hardPixels, &QToolButton::toggled, m_canvas, &ImageCanvas::setHardPixels);

    m_controls = new ImageControls;
    m_place = new TextLabel(TextLabel::Style::Body);
    m_place->setTone(Tone::Dim);
    m_place->setToolTip(tr("The pixel under the pointer, or the one at the cursor: click, or press Shift and an arrow key"));
    m_value = new TextLabel(TextLabel::Style::Value);
    m_value->setObjectName(QStringLiteral("pixelValue"));
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_values = new ValueCanvas;
    m_values->setObjectName(QStringLiteral("pixelValues"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    layout->addWidget(m_canvas, 3);
    m_zoomLine = makeControlLine(tr("Zoom"), {m_zoomText, out, in, fit, actual, m_hardPixels});
    layout->addWidget(m_zoomLine);
    layout->addWidget(m_controls);
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

void ImageViewer::restoreOptions(std::size_t stream, const ImageMappingOptions& options) {
    if (options == m_states[stream].options) {
        return;
    }
    m_states[stream] = {options, std::nullopt};
    if (stream == m_stream) {
        redraw();
    }
}

void ImageViewer::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t) {
    m_record = record;
    m_stream = stream;
    m_normalizing = false;
    clearOverlay();
    redraw();
}

bool ImageViewer::setOverlay(const workbench::DecodedRecord& labels, const QString& name) {
    m_labels = labels;
    m_labelsName = name;
    return m_task.isRunning() || m_task.isWaiting() || applyOverlay();
}

bool ImageViewer::applyOverlay() {
    auto overlay = workbench::labelOverlay(m_labels, m_mapped.image.size());
    if (!overlay.ok()) {
        clearOverlay();
        return false;
    }
    m_overlay = std::move(overlay).value();
    m_canvas->setOverlay(m_overlayHidden ? QImage() : m_overlay);
    showPlace();
    return true;
}

void ImageViewer::clearOverlay() {
    m_labels = {};
    m_overlay = {};
    m_canvas->setOverlay({});
}

void ImageViewer::setOverlayHidden(bool hidden) {
    m_overlayHidden = hidden;
    m_canvas->setOverlay(hidden ? QImage() : m_overlay);
}

void ImageViewer::setControlsVisible(bool visible) {
    m_zoomLine->setVisible(visible);
    m_controls->setVisible(visible);
    fitValues();
}

void ImageViewer::clear() {
    ++m_version;
    m_task.cancel();
    m_record = {};
    m_mapped = {};
    clearOverlay();
    m_canvas->setImage({});
    m_values->setContent({}, nullptr);
    showPlace();
}

int ImageViewer::heightWithValues() const {
    const int now = layout()->totalMinimumSize().height();
    return m_values->isHidden() ? now + m_values->minimumSizeHint().height() + kSpacing : now;
}

QSize ImageViewer::minimumSizeHint() const {
    const QSize whole = layout()->totalMinimumSize();
    return {whole.width(), heightWithValues() - m_values->minimumSizeHint().height() - kSpacing};
}

void ImageViewer::fitValues() {
    m_values->setHidden(m_controls->isHidden() || height() < heightWithValues());
}

void ImageViewer::resizeEvent(QResizeEvent* event) {
    RecordView::resizeEvent(event);
    fitValues();
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
    if (!mapped.ok()) {
        // What has no picture of its own is one line of pixels.
        ImageMappingOptions line = options();
        line.layout = ImageLayout::Row;
        mapped = workbench::mapImage(m_record, line);
    }
    m_mapped = mapped.ok() ? std::move(mapped).value() : workbench::MappedImage();
    if (std::exchange(m_normalizing, false) && m_mapped.geometry.isImage()) {
        state().options.range = RangeMode::Fixed;
        state().options.low = m_mapped.low;
        state().options.high = m_mapped.high;
        Q_EMIT optionsChanged();
    }
    m_canvas->setImage(m_mapped.image);
    m_controls->showState(options(), m_mapped, m_record, isRangeKept());
    if (!m_labels.isNull()) {
        applyOverlay();
    }
    fitValues();
    showPlace();
    Q_EMIT drawn();
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
    // The picture is the same when a range is kept, and its options may be: tell the controls in any case.
    state().options = changed;
    redraw();
    Q_EMIT optionsChanged();
}

bool ImageViewer::isRangeKept() const {
    return m_states[m_stream].modeBeforeKeep.has_value();
}

bool ImageViewer::stepSlice(int delta) {
    return m_controls->stepSlice(delta);
}

void ImageViewer::chooseRange(RangeMode mode) {
    state().modeBeforeKeep.reset();
    ImageMappingOptions changed = options();
    changed.range = mode;
    if (mode == RangeMode::Fixed) {
        changed.low = m_mapped.low;
        changed.high = m_mapped.high;
    }
    state().options = changed;
    redraw();
    Q_EMIT optionsChanged();
}

bool ImageViewer::stepAxis(int delta) {
    return m_controls->stepAxis(delta);
}

bool ImageViewer::showsColor() const {
    const auto channels = m_mapped.geometry.channels;
    return options().channel < 0 && (channels == 3 || channels == 4);
}

QString ImageViewer::placeText(QPoint pixel) const {
    const auto& geometry = m_mapped.geometry;
    if (geometry.slicedAxes.empty() && geometry.layout != ImageLayout::Axes) {
        return tr("At (%1, %2)").arg(pixel.y()).arg(pixel.x());
    }
    QStringList places;
    for (std::size_t i = 0; i < geometry.slice.size(); ++i) {
        const auto axis = static_cast<int>(i);
        places += axis == geometry.axes.row      ? QString::number(pixel.y())
                  : axis == geometry.axes.column ? QString::number(pixel.x())
                  : axis != geometry.axes.channel ? QString::number(geometry.slice[i])
                  : showsColor()                  ? QStringLiteral(":")
                                                  : QString::number(std::max(options().channel, 0));
    }
    return tr("At [%1]").arg(places.join(QStringLiteral(", ")));
}

QString ImageViewer::valueText(QPoint pixel) const {
    const auto& geometry = m_mapped.geometry;
    if (m_record.isNull() || !geometry.isImage() || pixel.x() < 0 || pixel.y() < 0 ||
        static_cast<std::uint64_t>(pixel.x()) >= geometry.width || static_cast<std::uint64_t>(pixel.y()) >= geometry.height) {
        return {};
    }
    const auto at = [&](std::uint64_t channel) {
        return workbench::elementText(m_record, geometry.element(static_cast<std::uint64_t>(pixel.x()),
                                                                 static_cast<std::uint64_t>(pixel.y()), channel));
    };
    if (!showsColor()) {
        return at(std::min(static_cast<std::uint64_t>(std::max(options().channel, 0)), geometry.channels - 1));
    }
    QStringList all;
    for (std::uint64_t channel = 0; channel < geometry.channels; ++channel) {
        all += at(channel);
    }
    return QStringLiteral("(%1)").arg(all.join(QStringLiteral(", ")));
}

std::optional<std::uint64_t> ImageViewer::currentElement() const {
    const auto pixel = m_canvas->currentPixel();
    if (!pixel || !m_mapped.geometry.isImage()) {
        return std::nullopt;
    }
    const auto channel = std::min(static_cast<std::uint64_t>(std::max(options().channel, 0)), m_mapped.geometry.channels - 1);
    return m_mapped.geometry.element(static_cast<std::uint64_t>(pixel->x()), static_cast<std::uint64_t>(pixel->y()), channel);
}

void ImageViewer::setCurrentElement(std::uint64_t element) {
    if (m_record.isNull() || element >= m_record.elementCount()) {
        return;
    }
    ImageMappingOptions changed = options();
    changed.slice = workbench::elementPlace(m_record.shape(), element);
    ImageMappingOptions shown = changed;
    shown.layout = m_mapped.geometry.layout;
    shown.axes = m_mapped.geometry.axes;
    const auto geometry = workbench::chosenGeometry(m_record.dtype(), m_record.shape(), shown);
    if (!geometry.ok()) {
        return;
    }
    const auto place = geometry->placeOf(m_record.shape(), element);
    if (changed.channel >= 0) {
        changed.channel = static_cast<int>(place.channel);
    }
    if (!geometry->slicedAxes.empty() || changed.channel >= 0) {
        setOptions(changed);
    }
    m_canvas->setCursorPixel(QPoint(static_cast<int>(place.x), static_cast<int>(place.y)));
}

QString ImageViewer::currentText() const {
    const auto pixel = m_canvas->currentPixel();
    return pixel ? valueText(*pixel) : QString();
}

void ImageViewer::showPlace() {
    if (m_record.isNull() || !m_mapped.geometry.isImage()) {
        m_place->clear();
        m_value->clear();
        return;
    }
    const auto pixel = m_canvas->currentPixel();
    m_place->setText(pixel ? placeText(*pixel) : tr("Point at a pixel"));
    QString value = pixel ? valueText(*pixel) : QString();
    if (pixel && !m_overlay.isNull()) {
        const auto width = static_cast<std::uint64_t>(m_overlay.width());
        value += QStringLiteral(" · %1 ").arg(m_labelsName) +
                 workbench::elementText(m_labels, static_cast<std::uint64_t>(pixel->y()) * width + static_cast<std::uint64_t>(pixel->x()));
    }
    m_value->setText(value);
    m_canvas->setAccessibleDescription(pixel ? m_place->text() + u' ' + m_value->text()
                                             : tr("%1 by %2 pixels").arg(m_mapped.geometry.width).arg(m_mapped.geometry.height));
    showValuesAround(pixel.value_or(QPoint(0, 0)));
}

void ImageViewer::showValuesAround(QPoint pixel) {
    const auto shape = m_record.shape();
    const auto& geometry = m_mapped.geometry;
    const auto y = static_cast<std::uint64_t>(std::max(pixel.y(), 0));
    const auto x = static_cast<std::uint64_t>(std::max(pixel.x(), 0));
    std::vector<std::uint64_t> slice = geometry.slice;
    const auto owner = std::make_shared<workbench::DecodedRecord>(m_record);
    const auto show = [&](TableAxes axes, std::uint64_t row, std::uint64_t column) {
        m_values->setContent(ValueLayout(m_record.dtype(), Shape(shape.begin(), shape.end()), m_record.bytes(), slice, axes), owner);
        m_values->setCurrentCell(row, column);
    };
    if (geometry.axes.row < 0) {
        if (shape.size() == 1) {
            show({}, x / ValueLayout::kVectorColumns, x % ValueLayout::kVectorColumns);
        } else {
            const int other = geometry.axes.column == 0 ? 1 : geometry.axes.column - 1;
            show({other, geometry.axes.column}, slice[static_cast<std::size_t>(other)], x);
        }
        return;
    }
    if (showsColor()) {
        // All channels of the pixel's row: one line of the table for each pixel.
        slice[static_cast<std::size_t>(geometry.axes.row)] = y;
        show({geometry.axes.column, geometry.axes.channel}, x, 0);
        return;
    }
    if (geometry.axes.channel >= 0) {
        slice[static_cast<std::size_t>(geometry.axes.channel)] = static_cast<std::uint64_t>(std::max(options().channel, 0));
    }
    show({geometry.axes.row, geometry.axes.column}, y, x);
}

}  // namespace zrecord::widgets
