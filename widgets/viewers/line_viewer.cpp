#include "widgets/viewers/line_viewer.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "widgets/common/text_label.h"
#include "widgets/plots/plot_card.h"
#include "widgets/viewers/axis_controls.h"
#include "workbench/messages/number_text.h"
#include "workbench/viewdata/image_geometry.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::ComplexPart;
using workbench::ElementReader;

namespace {

constexpr std::uint64_t kUsualRows = 4;
constexpr double kRoom = 0.05;  // above and below the line, as a part of its height

/// The y axis that shows everything with some room.
std::pair<double, double> withRoom(double low, double high) {
    const double room = high > low ? (high - low) * kRoom : std::max(std::abs(high) * kRoom, 0.5);
    return {low - room, high + room};
}

}  // namespace

LineViewer::LineViewer(QWidget* parent)
    : RecordView(parent), m_axes(new AxisControls), m_rowLine(new QWidget), m_rows(new QLineEdit), m_keep(new QCheckBox(tr("Keep scale"))),
      m_card(new PlotCard(QStringLiteral("recordLine"), tr("Values"))), m_note(new TextLabel) {
    m_rows->setObjectName(QStringLiteral("rows"));
    m_rows->setAccessibleName(tr("Rows to draw"));
    m_rows->setToolTip(tr("Rows to draw, for example 0, 3, 5-7; at most %1").arg(kMostRows));
    m_keep->setObjectName(QStringLiteral("keepScale"));
    m_keep->setToolTip(tr("Holds the present range of values for every record"));
    auto* caption = new TextLabel(TextLabel::Style::Body, tr("Rows"));
    caption->setTone(Tone::Dim);
    auto* line = new QHBoxLayout(m_rowLine);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(caption);
    line->addWidget(m_rows, 1);
    m_note->setTone(Tone::Dim);
    m_note->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_axes);
    layout->addWidget(m_rowLine);
    layout->addWidget(m_card, 1);
    layout->addWidget(m_keep);
    layout->addWidget(m_note);
    m_card->setReadout([this](std::size_t series, std::size_t point) { return readout(series, point); });
    connect(m_rows, &QLineEdit::editingFinished, this, [this] { setRows(m_rows->text()); });
    connect(m_keep, &QCheckBox::toggled, this, &LineViewer::keepScale);
    connect(&m_card->plot(), &PlotWidget::viewChanged, this, [this] { redraw(true); });
    connect(m_axes, &AxisControls::axesChosen, this, [this](const workbench::AxisChoice& axes) {
        state().row = axes.row;
        state().column = axes.column;
        layOut();
    });
    connect(m_axes, &AxisControls::sliceChosen, this, [this](const std::vector<std::uint64_t>& slice) {
        state().slice = slice;
        layOut();
    });
}

void LineViewer::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t) {
    m_record = record;
    m_stream = stream;
    const QSignalBlocker blocker(m_keep);
    m_keep->setChecked(state().scale.has_value());
    layOut();
}

void LineViewer::clear() {
    m_record = {};
    m_series.clear();
    m_axes->hide();
    m_rowLine->hide();
    m_note->hide();
    m_card->setContent({});
}

QWidget* LineViewer::focusTarget() {
    return &m_card->plot();
}

bool LineViewer::stepSlice(int delta) {
    return m_axes->stepSlice(delta);
}

bool LineViewer::stepAxis(int delta) {
    return m_axes->stepAxis(delta);
}

std::vector<std::uint64_t> LineViewer::parseRows(const QString& text, std::uint64_t count) {
    std::vector<std::uint64_t> rows;
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
        bool firstFine = false;
        bool lastFine = false;
        const std::uint64_t first = part.section(u'-', 0, 0).trimmed().toULongLong(&firstFine);
        const std::uint64_t last = part.section(u'-', -1).trimmed().toULongLong(&lastFine);
        for (std::uint64_t row = first; firstFine && lastFine && row <= last && row < count && rows.size() < kMostRows; ++row) {
            if (std::ranges::find(rows, row) == rows.end()) {
                rows.push_back(row);
            }
        }
    }
    if (rows.empty()) {
        for (std::uint64_t row = 0; row < std::min(count, kUsualRows); ++row) {
            rows.push_back(row);
        }
    }
    std::ranges::sort(rows);
    return rows;
}

void LineViewer::setRows(const QString& rows) {
    state().rows = rows;
    layOut();
}

void LineViewer::layOut() {
    if (m_record.isNull()) {
        return;
    }
    const auto shape = m_record.shape();
    const auto rank = static_cast<int>(shape.size());
    StreamState& now = state();
    if (now.column < 0 || now.column >= rank || (rank > 1 && (now.row < 0 || now.row >= rank || now.row == now.column))) {
        now.column = rank - 1;
        now.row = rank - 2;
    }
    m_series.clear();
    const auto geometry = workbench::imageGeometry(shape, workbench::AxisChoice{rank > 1 ? now.row : -1, now.column, -1}, now.slice);
    if (!geometry.ok()) {
        m_card->setMessage(tr("no elements"));
        return;
    }
    m_length = geometry->width;
    const std::vector<std::uint64_t> rows = parseRows(now.rows, geometry->height);
    const bool complex = m_record.dtype().kind() == ScalarKind::Complex;
    for (const std::uint64_t row : rows) {
        const workbench::ElementLine line{geometry->element(0, row, 0), geometry->columnStride, geometry->width};
        const QString name = rank > 1 ? tr("row %1").arg(row) : tr("value");
        m_series.push_back({line, complex ? tr("%1, real").arg(name) : name, ComplexPart::Real});
        if (complex) {
            m_series.push_back({line, tr("%1, imaginary").arg(name), ComplexPart::Imaginary});
        }
    }
    m_axes->showState(shape, geometry->axes, geometry->slice, rank > 2 ? AxisControls::Choice::RowsAndColumns : AxisControls::Choice::None);
    m_rowLine->setVisible(rank > 1 && geometry->height > 1);
    if (!m_rows->hasFocus()) {
        m_rows->setText(now.rows);
        m_rows->setPlaceholderText(tr("the first %1 of %2").arg(workbench::countText(rows.size()), workbench::countText(geometry->height)));
    }
    redraw(false);
}

void LineViewer::redraw(bool keepView) {
    if (m_series.empty()) {
        return;
    }
    PlotWidget& plot = m_card->plot();
    std::uint64_t from = 0;
    std::uint64_t to = m_length;
    if (keepView && plot.isZoomed()) {
        from = static_cast<std::uint64_t>(std::clamp(std::floor(plot.viewFrom()), 0.0, static_cast<double>(m_length)));
        to = static_cast<std::uint64_t>(std::clamp(std::ceil(plot.viewTo()) + 1, 0.0, static_cast<double>(m_length)));
    }
    PlotContent content;
    content.x.title = tr("place on the axis");
    content.y.title = tr("value");
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    std::uint64_t broken = 0;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const auto reader = ElementReader::create(m_record.dtype(), m_series[i].part);
        const auto points = workbench::decimateLine(*reader, m_record.bytes(), m_series[i].line, from, to, static_cast<std::uint64_t>(std::max(plot.width(), 64)));
        for (const double y : points.y) {
            low = std::isnan(y) ? low : std::min(low, y);
            high = std::isnan(y) ? high : std::max(high, y);
        }
        broken += points.broken;
        PlotSeries series;
        series.name = m_series[i].name;
        series.color = static_cast<int>(i % 4) + 1;
        series.x = points.x;
        series.y = points.y;
        content.series.push_back(std::move(series));
    }
    content.x.from = 0;
    content.x.to = static_cast<double>(std::max<std::uint64_t>(m_length, 2) - 1);
    if (low <= high) {
        std::tie(content.y.from, content.y.to) = state().scale.value_or(withRoom(low, high));
    }
    m_card->setContent(content, keepView);
    m_note->setText(tr("%1 values are NaN or infinite; the line is broken there.").arg(workbench::countText(broken)));
    m_note->setVisible(broken > 0);
}

void LineViewer::keepScale(bool kept) {
    const PlotAxis& y = m_card->plot().content().y;
    state().scale = kept && y.from && y.to ? std::optional(std::pair(*y.from, *y.to)) : std::nullopt;
    redraw(true);
}

std::optional<std::uint64_t> LineViewer::currentElement() const {
    const auto point = m_card->plot().current();
    if (!point || point->series >= m_series.size()) {
        return std::nullopt;
    }
    const auto& line = m_series[point->series].line;
    const double x = m_card->plot().content().series[point->series].x[point->point];
    return line.first + static_cast<std::uint64_t>(x) * line.stride;
}

QString LineViewer::currentText() const {
    const auto element = currentElement();
    return element ? workbench::elementText(m_record, *element) : QString();
}

QString LineViewer::readout(std::size_t series, std::size_t point) const {
    const auto& line = m_series[series].line;
    const auto place = static_cast<std::uint64_t>(m_card->plot().content().series[series].x[point]);
    return tr("%1, place %2: %3").arg(m_series[series].name, workbench::countText(place), workbench::elementText(m_record, line.first + place * line.stride));
}

}  // namespace zrecord::widgets
