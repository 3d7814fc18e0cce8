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
    connect(m_canvas, &ImageCanvas::pixelHovered, this, [this](QPoint pixel) { hover(pixel); });
    connect(m_canvas, &ImageCanvas::hoverEnded, this, [this] { hover(std::nullopt); });
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
    m_value = new TextLabel(TextLabel::Style::Value);
    m_value->setObjectName(QStringLiteral("pixelValue"));
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_values = new ValueCanvas;
    m_values->setObjectName(QStringLiteral("pixelValues"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    layout->addWidget(m_canvas, 3);
    layout->addWidget(makeControlLine(tr("Zoom"), {m_zoomText, out, in, fit, actual, m_hardPixels}));
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
    redraw();
}

void ImageViewer::clear() {
    ++m_version;
    m_task.cancel();
    m_record = {};
    m_mapped = {};
    m_canvas->setImage({});
    m_values->setContent({}, nullptr);
    hover(std::nullopt);
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
    m_values->setHidden(height() < heightWithValues());
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
    m_mapped = mapped.ok() ? std::move(mapped).value() : workbench::MappedImage();
    if (std::exchange(m_normalizing, false) && m_mapped.geometry.isImage()) {
        state().options.range = RangeMode::Fixed;
        state().options.low = m_mapped.low;
        state().options.high = m_mapped.high;
        Q_EMIT optionsChanged();
    }
    m_canvas->setImage(m_mapped.image);
    m_canvas->setAccessibleDescription(tr("%1 by %2 pixels").arg(m_mapped.geometry.width).arg(m_mapped.geometry.height));
    m_controls->showState(options(), m_mapped, m_record, isRangeKept());
    fitValues();
    hover(std::nullopt);
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
