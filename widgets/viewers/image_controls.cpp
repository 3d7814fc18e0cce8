#include "widgets/viewers/image_controls.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/common/text_label.h"
#include "widgets/theme/fonts.h"
#include "widgets/viewers/axis_controls.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

using workbench::ColorMap;
using workbench::ComplexPart;
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

QString numberText(double value) {
    constexpr double kExact = 1e7;  // whole numbers up to here are written out; the tool tip has every digit of the others
    return std::floor(value) == value && std::abs(value) < kExact ? QString::number(value, 'f', 0) : QString::number(value, 'g', 4);
}

QString layoutName(ImageLayout layout) {
    switch (layout) {
    case ImageLayout::Row: return ImageControls::tr("one row");
    case ImageLayout::Hw: return ImageControls::tr("H × W");
    case ImageLayout::Hwc: return ImageControls::tr("H × W × C");
    case ImageLayout::Chw: return ImageControls::tr("C × H × W");
    case ImageLayout::Axes: return ImageControls::tr("chosen axes");
    case ImageLayout::None: break;
    }
    return {};
}

int lastPosition(std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max())) - 1;
}

}  // namespace

ImageControls::ImageControls(QWidget* parent) : QWidget(parent) {
    buildRange();
    m_colors = new QComboBox;
    m_colors->setObjectName(QStringLiteral("colorMap"));
    m_colors->setAccessibleName(tr("Colours"));
    m_colors->setIconSize({48, 12});
    for (const ColorMap map : workbench::allColorMaps()) {
        m_colors->addItem(colorMapIcon(map), workbench::colorMapName(map), static_cast<int>(map));
    }
    connect(m_colors, &QComboBox::activated, this, [this](int item) {
        ImageMappingOptions changed = m_options;
        changed.map = static_cast<ColorMap>(m_colors->itemData(item).toInt());
        Q_EMIT optionsChosen(changed);
    });
    m_part = new QComboBox;
    m_part->setObjectName(QStringLiteral("complexPart"));
    m_part->setAccessibleName(tr("Part of the complex numbers"));
    m_part->addItem(tr("magnitude"), static_cast<int>(ComplexPart::Magnitude));
    m_part->addItem(tr("phase"), static_cast<int>(ComplexPart::Phase));
    m_part->addItem(tr("real part"), static_cast<int>(ComplexPart::Real));
    m_part->addItem(tr("imaginary part"), static_cast<int>(ComplexPart::Imaginary));
    connect(m_part, &QComboBox::activated, this, [this](int item) {
        ImageMappingOptions changed = m_options;
        changed.complexPart = static_cast<ComplexPart>(m_part->itemData(item).toInt());
        Q_EMIT optionsChosen(changed);
    });
    buildAxes();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    layout->addWidget(makeControlLine(tr("Range"), {m_rangeText, m_lowEdit, m_highEdit, m_range}));
    layout->addWidget(makeControlLine(tr("Colours"), {m_part, m_colors}));
    m_axesLine = makeControlLine(tr("Axes"), {m_channel, m_layout});
    layout->addWidget(m_axesLine);
    layout->addWidget(m_axes);
    m_specials = new TextLabel;
    m_specials->setObjectName(QStringLiteral("specialValues"));
    m_specials->setTextFormat(Qt::RichText);
    m_specials->setAlignment(Qt::AlignRight);
    m_specials->hide();
    layout->addWidget(m_specials);
}

void ImageControls::buildRange() {
    m_range = new QComboBox;
    m_range->setObjectName(QStringLiteral("rangeMode"));
    m_range->setAccessibleName(tr("Range of values shown"));
    m_range->addItem(tr("Full"), static_cast<int>(RangeMode::Full));
    m_range->addItem(tr("Min – max"), static_cast<int>(RangeMode::MinMax));
    m_range->addItem(tr("1 – 99 %"), static_cast<int>(RangeMode::Percentile));
    m_range->addItem(tr("Fixed"), static_cast<int>(RangeMode::Fixed));
    m_range->addItem(tr("Keep this"), kKeptItem);
    m_range->setToolTip(tr("Which values are the ends of the colours. Keep this holds the present range for every record (K)."));
    m_lowEdit = makeBound(QStringLiteral("rangeLow"), tr("Lowest value shown"));
    m_highEdit = makeBound(QStringLiteral("rangeHigh"), tr("Highest value shown"));
    m_rangeText = new TextLabel(TextLabel::Style::Value);
    m_rangeText->setObjectName(QStringLiteral("rangeText"));
    connect(m_range, &QComboBox::activated, this, &ImageControls::chooseRange);
    for (QLineEdit* edit : {m_lowEdit, m_highEdit}) {
        connect(edit, &QLineEdit::editingFinished, this, &ImageControls::applyFixedRange);
    }
}

void ImageControls::buildAxes() {
    m_layout = new QComboBox;
    m_layout->setObjectName(QStringLiteral("imageLayout"));
    m_layout->setAccessibleName(tr("Order of the axes"));
    m_layout->setToolTip(tr("Which axes of the record are height (H), width (W) and colour channel (C)."));
    m_layout->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_channel = new QSpinBox;
    m_channel->setObjectName(QStringLiteral("channel"));
    m_channel->setAccessibleName(tr("Channel"));
    m_axes = new AxisControls;
    connect(m_layout, &QComboBox::activated, this, [this](int item) {
        ImageMappingOptions changed = m_options;
        const int chosen = m_layout->itemData(item).toInt();
        changed.layout = chosen < 0 ? std::nullopt : std::optional(static_cast<ImageLayout>(chosen));
        if (changed.layout == ImageLayout::Axes) {
            changed.axes = m_geometry.axes;  // what is shown is where the choice begins
        }
        changed.channel = -1;
        Q_EMIT optionsChosen(changed);
    });
    connect(m_channel, &QSpinBox::valueChanged, this, [this](int channel) {
        ImageMappingOptions changed = m_options;
        changed.channel = channel;
        Q_EMIT optionsChosen(changed);
    });
    connect(m_axes, &AxisControls::axesChosen, this, [this](const workbench::AxisChoice& axes) {
        ImageMappingOptions changed = m_options;
        changed.layout = ImageLayout::Axes;
        changed.axes = axes;
        changed.channel = -1;
        Q_EMIT optionsChosen(changed);
    });
    connect(m_axes, &AxisControls::sliceChosen, this, [this](const std::vector<std::uint64_t>& slice) {
        ImageMappingOptions changed = m_options;
        changed.slice = slice;
        Q_EMIT optionsChosen(changed);
    });
}

void ImageControls::showState(const ImageMappingOptions& options, const workbench::MappedImage& mapped,
                              const workbench::DecodedRecord& record, bool kept) {
    m_options = options;
    m_geometry = mapped.geometry;
    m_low = mapped.low;
    m_high = mapped.high;
    // A colour picture has no colour map; one of its channels has.
    m_colors->setEnabled(m_geometry.channels == 1 || options.channel >= 0);
    m_colors->setCurrentIndex(m_colors->findData(static_cast<int>(options.map)));
    m_part->setVisible(record.dtype().kind() == ScalarKind::Complex);
    m_part->setCurrentIndex(m_part->findData(static_cast<int>(options.complexPart)));
    showRange(kept);
    showSpecials(mapped);
    showAxes(record);
}

void ImageControls::showRange(bool kept) {
    const bool fixed = m_options.range == RangeMode::Fixed && !kept;
    m_range->setCurrentIndex(kept ? kKeptItem : m_range->findData(static_cast<int>(m_options.range)));
    m_lowEdit->setVisible(fixed);
    m_highEdit->setVisible(fixed);
    m_rangeText->setVisible(!fixed);
    m_rangeText->setText(tr("%1 – %2").arg(numberText(m_low), numberText(m_high)));
    m_rangeText->setToolTip(tr("%1 – %2").arg(QString::number(m_low, 'g', QLocale::FloatingPointShortest), QString::number(m_high, 'g', QLocale::FloatingPointShortest)));
    if (fixed && !m_lowEdit->hasFocus() && !m_highEdit->hasFocus()) {
        m_lowEdit->setText(QString::number(m_options.low, 'g', QLocale::FloatingPointShortest));
        m_highEdit->setText(QString::number(m_options.high, 'g', QLocale::FloatingPointShortest));
    }
}

void ImageControls::showAxes(const workbench::DecodedRecord& record) {
    const QSignalBlocker blockLayout(m_layout);
    const QSignalBlocker blockChannel(m_channel);
    m_layout->clear();
    m_layout->addItem(tr("guessed: %1").arg(layoutName(workbench::guessImageLayout(record.dtype(), record.shape()))), -1);
    for (const ImageLayout layout : {ImageLayout::Row, ImageLayout::Hw, ImageLayout::Hwc, ImageLayout::Chw}) {
        if (workbench::isLayoutPossible(record.shape(), layout)) {
            m_layout->addItem(layoutName(layout), static_cast<int>(layout));
        }
    }
    if (record.shape().size() > 2) {
        m_layout->addItem(layoutName(ImageLayout::Axes), static_cast<int>(ImageLayout::Axes));
    }
    m_layout->setCurrentIndex(m_options.layout ? std::max(m_layout->findData(static_cast<int>(*m_options.layout)), 0) : 0);
    const bool isColor = m_geometry.channels == 3 || m_geometry.channels == 4;
    m_channel->setRange(isColor ? -1 : 0, lastPosition(m_geometry.channels));
    m_channel->setSpecialValueText(isColor ? tr("colour") : QString());
    m_channel->setValue(m_options.channel);
    m_channel->setPrefix(isColor && m_options.channel < 0 ? QString() : tr("channel "));
    m_channel->setVisible(m_geometry.channels > 1);
    const bool chosen = m_geometry.layout == ImageLayout::Axes;
    m_axes->showState(record.shape(), m_geometry.axes, m_geometry.slice,
                      chosen ? AxisControls::Choice::RowsColumnsAndChannels : AxisControls::Choice::None, m_geometry.channels > 1);
    // Two axes that can only be height and width leave nothing to choose.
    m_axesLine->setVisible(record.shape().size() > 2);
}

void ImageControls::showSpecials(const workbench::MappedImage& mapped) {
    const std::uint64_t positive = mapped.infinityCount - mapped.negativeInfinityCount;
    const struct {
        std::uint64_t count;
        QRgb color;
        QString name;
    } kKinds[] = {{mapped.nanCount, m_options.nan, tr("NaN")},
                  {positive, m_options.positiveInfinity, tr("+∞")},
                  {mapped.negativeInfinityCount, m_options.negativeInfinity, tr("−∞")}};
    QStringList parts;
    for (const auto& kind : kKinds) {
        if (kind.count > 0) {
            parts += QStringLiteral("<span style=\"color:%1\">■</span>&nbsp;%2&nbsp;%3")
                         .arg(QColor(kind.color).name(), workbench::countText(kind.count), kind.name);
        }
    }
    m_specials->setText(parts.join(QStringLiteral(" &nbsp; ")));
    m_specials->setVisible(!parts.isEmpty());
}

bool ImageControls::stepSlice(int delta) {
    if (m_geometry.channels < 2 || m_axes->activeAxis()) {
        return m_axes->stepSlice(delta);
    }
    const int before = m_channel->value();
    m_channel->setValue(before + delta);
    return m_channel->value() != before;
}

bool ImageControls::stepAxis(int delta) {
    return m_axes->stepAxis(delta);
}

void ImageControls::chooseRange(int item) {
    const int chosen = m_range->itemData(item).toInt();
    if (chosen == kKeptItem) {
        Q_EMIT keepChosen();
    } else {
        Q_EMIT rangeModeChosen(static_cast<RangeMode>(chosen));
    }
}

void ImageControls::applyFixedRange() {
    bool lowOk = false;
    bool highOk = false;
    ImageMappingOptions changed = m_options;
    changed.low = QLocale::c().toDouble(m_lowEdit->text(), &lowOk);
    changed.high = QLocale::c().toDouble(m_highEdit->text(), &highOk);
    if (lowOk && highOk && changed.range == RangeMode::Fixed) {
        Q_EMIT optionsChosen(changed);
    }
}

QWidget* makeControlLine(const QString& caption, std::initializer_list<QWidget*> widgets) {
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

}  // namespace zrecord::widgets
