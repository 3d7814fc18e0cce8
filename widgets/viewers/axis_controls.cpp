#include "widgets/viewers/axis_controls.h"

#include <QComboBox>
#include <QGridLayout>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "widgets/common/text_label.h"

namespace zrecord::widgets {

using workbench::AxisChoice;

namespace {

constexpr int kSpacing = 8;
constexpr std::size_t kBoxesInRow = 3;

int lastPlace(std::uint64_t size) {
    return size == 0 ? 0 : static_cast<int>(std::min<std::uint64_t>(size - 1, std::numeric_limits<int>::max()));
}

}  // namespace

AxisControls::AxisControls(QWidget* parent) : QWidget(parent), m_choice(new QWidget), m_grid(new QGridLayout) {
    buildChoice();
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(kSpacing);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    layout->addWidget(m_choice);
    layout->addLayout(m_grid);
    hide();
}

void AxisControls::buildChoice() {
    auto* grid = new QGridLayout(m_choice);  // two boxes in a row fit the narrowest viewer
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kSpacing);
    const auto add = [&](int place, const QString& caption, const QString& name, int AxisChoice::*role) {
        auto* label = new TextLabel(TextLabel::Style::Body, caption);
        label->setTone(Tone::Dim);
        auto* box = new QComboBox;
        box->setObjectName(name);
        box->setAccessibleName(caption);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        label->setBuddy(box);
        connect(box, &QComboBox::activated, this, [this, box, role](int item) { choose(role, box->itemData(item).toInt()); });
        grid->addWidget(label, place / 2, place % 2 * 2);
        grid->addWidget(box, place / 2, place % 2 * 2 + 1);
        return std::pair(box, label);
    };
    m_rows = add(0, tr("Rows"), QStringLiteral("rowAxis"), &AxisChoice::row).first;
    m_columns = add(1, tr("Columns"), QStringLiteral("columnAxis"), &AxisChoice::column).first;
    std::tie(m_channels, m_channelsCaption) = add(2, tr("Colours"), QStringLiteral("channelAxis"), &AxisChoice::channel);
    grid->setColumnStretch(4, 1);
}

void AxisControls::showState(std::span<const std::uint64_t> shape, const AxisChoice& axes, const std::vector<std::uint64_t>& slice,
                             Choice choice, bool hasChannels) {
    m_shape.assign(shape.begin(), shape.end());
    m_axes = axes;
    m_slice = slice;
    m_slice.resize(m_shape.size(), 0);
    m_hasChannels = hasChannels;
    std::vector<std::size_t> sliced;
    for (std::size_t i = 0; i < m_shape.size(); ++i) {
        const auto axis = static_cast<int>(i);
        if (axis != axes.row && axis != axes.column && axis != axes.channel) {
            sliced.push_back(i);
        }
    }
    if (m_active && std::ranges::find(sliced, *m_active) == sliced.end()) {
        m_active.reset();
    }
    showChoice(choice);
    layOutLines(sliced);
    showLines();
    setVisible(choice != Choice::None || !sliced.empty());
}

void AxisControls::showChoice(Choice choice) {
    const struct {
        QComboBox* box;
        int chosen;
        bool mayBeNone;
    } kBoxes[] = {{m_rows, m_axes.row, false}, {m_columns, m_axes.column, false}, {m_channels, m_axes.channel, true}};
    for (const auto& [box, chosen, mayBeNone] : kBoxes) {
        const QSignalBlocker blocker(box);
        box->clear();
        if (mayBeNone) {
            box->addItem(tr("none"), -1);
        }
        for (std::size_t i = 0; i < m_shape.size(); ++i) {
            box->addItem(tr("%1 (%L2)", "axis and its size").arg(i).arg(m_shape[i]), static_cast<int>(i));
        }
        box->setCurrentIndex(box->findData(chosen));
    }
    const bool channels = choice == Choice::RowsColumnsAndChannels;
    m_channels->setVisible(channels);
    m_channelsCaption->setVisible(channels);
    m_choice->setVisible(choice != Choice::None);
}

void AxisControls::layOutLines(const std::vector<std::size_t>& axes) {
    const bool same = m_lines.size() == axes.size() &&
                      std::equal(axes.begin(), axes.end(), m_lines.begin(), [](std::size_t axis, const Line& line) { return axis == line.axis; });
    if (same) {
        return;
    }
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_lines.clear();
    const bool sliders = axes.size() <= kMostSliders;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = axes[i];
        Line line{axis, new TextLabel(TextLabel::Style::Body, tr("Axis %1").arg(axis)), nullptr, new QSpinBox};
        line.box->setObjectName(QStringLiteral("axis%1").arg(axis));
        line.box->setAccessibleName(tr("Place on axis %1").arg(axis));
        line.box->setKeyboardTracking(false);
        connect(line.box, &QSpinBox::valueChanged, this, [this, axis](int place) { setPlace(axis, place); });
        const int row = static_cast<int>(sliders ? i : i / kBoxesInRow);
        const int column = sliders ? 0 : static_cast<int>(i % kBoxesInRow) * 2;
        m_grid->addWidget(line.caption, row, column);
        if (sliders) {
            line.slider = new QSlider(Qt::Horizontal);
            line.slider->setObjectName(QStringLiteral("axisSlider%1").arg(axis));
            line.slider->setAccessibleName(tr("Place on axis %1").arg(axis));
            connect(line.slider, &QSlider::valueChanged, this, [this, axis](int place) { setPlace(axis, place); });
            m_grid->addWidget(line.slider, row, 1);
        }
        m_grid->addWidget(line.box, row, sliders ? 2 : column + 1);
        m_lines.push_back(line);
    }
    m_grid->setColumnStretch(1, sliders ? 1 : 0);
}

void AxisControls::showLines() {
    const auto active = activeAxis();
    for (const Line& line : m_lines) {
        const QSignalBlocker blockBox(line.box);
        const int last = lastPlace(m_shape[line.axis]);
        const auto place = static_cast<int>(std::min<std::uint64_t>(m_slice[line.axis], static_cast<std::uint64_t>(last)));
        line.box->setRange(0, last);
        line.box->setSuffix(tr(" of %L1").arg(m_shape[line.axis]));
        line.box->setValue(place);
        if (line.slider) {
            const QSignalBlocker blockSlider(line.slider);
            line.slider->setRange(0, last);
            line.slider->setPageStep(std::max(last / 10, 1));
            line.slider->setValue(place);
        }
        const bool isActive = active == line.axis;
        line.caption->setTone(isActive ? Tone::Accent : Tone::Dim);
        line.caption->setToolTip(isActive ? tr("The keys [ and ] step this axis.") : tr("The keys { and } choose the axis that [ and ] step."));
    }
}

std::optional<std::size_t> AxisControls::activeAxis() const {
    if (m_active || m_hasChannels || m_lines.empty()) {
        return m_active;
    }
    return m_lines.back().axis;
}

void AxisControls::activate(std::size_t axis) {
    m_active = axis;
    showLines();
}

void AxisControls::setPlace(std::size_t axis, int place) {
    m_active = axis;
    m_slice[axis] = static_cast<std::uint64_t>(place);
    showLines();
    Q_EMIT sliceChosen(m_slice);
}

bool AxisControls::stepSlice(int delta) {
    const auto active = activeAxis();
    for (const Line& line : m_lines) {
        if (line.axis == active) {
            const int before = line.box->value();
            line.box->setValue(before + delta);
            return line.box->value() != before;
        }
    }
    return false;
}

bool AxisControls::stepAxis(int delta) {
    // With channels there is one more: none of the axes, which means the channel.
    const auto count = static_cast<int>(m_lines.size()) + (m_hasChannels ? 1 : 0);
    if (count < 2) {
        return false;
    }
    const auto active = activeAxis();
    int now = static_cast<int>(m_lines.size());
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (m_lines[i].axis == active) {
            now = static_cast<int>(i);
        }
    }
    const int next = (now + delta + count) % count;
    if (next == static_cast<int>(m_lines.size())) {
        m_active.reset();
        showLines();
    } else {
        activate(m_lines[static_cast<std::size_t>(next)].axis);
    }
    return true;
}

void AxisControls::choose(int AxisChoice::*role, int axis) {
    AxisChoice chosen = m_axes;
    // Who had the axis takes the one that becomes free.
    for (int AxisChoice::*other : {&AxisChoice::row, &AxisChoice::column, &AxisChoice::channel}) {
        if (other != role && chosen.*other == axis && axis >= 0) {
            chosen.*other = chosen.*role;
        }
    }
    chosen.*role = axis;
    if (chosen.column >= 0 && chosen != m_axes) {
        Q_EMIT axesChosen(chosen);
    }
}

}  // namespace zrecord::widgets
