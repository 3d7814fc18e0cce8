#include "widgets/plots/plot_widget.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QVBoxLayout>

// That header is written with keywords of Qt which our sources do without.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach

#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {

constexpr int kReach = 12;            // pixels within which the pointer finds a point
constexpr double kZoomStep = 0.8;
constexpr double kDotSize = 2.2;
constexpr int kLabelGap = 5;
constexpr double kBarShare = 0.8;  // of the room between two categories

/// Numbers as the rest of the window writes them, or the names of categories.
class NumberTicker final : public QCPAxisTicker {
public:
    explicit NumberTicker(QStringList categories) : m_categories(std::move(categories)) { setTickCount(5); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        if (m_categories.isEmpty())
            return plotNumberText(std::abs(tick) < 1e-12 ? 0 : tick);
        const auto place = static_cast<qsizetype>(std::lround(tick));
        return std::abs(tick - static_cast<double>(place)) < 1e-9 && place >= 0 && place < m_categories.size() ? m_categories[place] : QString();
    }
    double getTickStep(const QCPRange& range) override {
        const double step = QCPAxisTicker::getTickStep(range);
        return m_categories.isEmpty() ? step : std::max(1.0, std::ceil(step));
    }
    int getSubTickCount(double) override { return 0; }

private:
    QStringList m_categories;
};

QVector<double> toVector(const std::vector<double>& values) { return QVector<double>(values.begin(), values.end()); }

QColor seriesColor(const Theme& theme, int number) {
    const QColor colors[] = {theme.seriesOther, theme.series1, theme.series2, theme.series3, theme.series4};
    return colors[static_cast<std::size_t>(std::clamp(number, 0, 4))];
}

/// Labels at one side that would lie over each other move apart, downwards.
void spreadLabels(QCustomPlot& plot) {
    struct Placed {
        QCPItemText* label;
        QPointF anchor;
        double width;
    };
    std::vector<Placed> placed;
    for (int i = 0; i < plot.itemCount(); ++i)
        if (auto* label = qobject_cast<QCPItemText*>(plot.item(i)); label != nullptr && label->position->parentAnchor() != nullptr)
            placed.push_back({label, label->position->parentAnchor()->pixelPosition(), QFontMetricsF(label->font()).horizontalAdvance(label->text())});
    std::sort(placed.begin(), placed.end(), [](const Placed& one, const Placed& other) { return one.anchor.y() < other.anchor.y(); });
    const auto leftEdge = [](const Placed& one) {
        const double at = one.anchor.x() + one.label->position->coords().x();
        return one.label->positionAlignment().testFlag(Qt::AlignRight) ? at - one.width : at;
    };
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const double height = QFontMetricsF(placed[i].label->font()).height();
        double y = placed[i].anchor.y();
        for (std::size_t before = 0; before < i; ++before) {
            const bool beside = leftEdge(placed[before]) + placed[before].width < leftEdge(placed[i]) || leftEdge(placed[i]) + placed[i].width < leftEdge(placed[before]);
            const double other = placed[before].anchor.y() + placed[before].label->position->coords().y();
            if (!beside && std::abs(other - y) < height)
                y = other + height;
        }
        placed[i].label->position->setCoords(placed[i].label->position->coords().x(), y - placed[i].anchor.y());
    }
}

}  // namespace

PlotWidget::PlotWidget(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot(this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(180, 120);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setAutoMargins(QCP::msAll);
    m_plot->axisRect()->setMinimumMargins(QMargins(8, 10, 16, 6));
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(m_plot);
    connect(m_plot, &QCustomPlot::mouseWheel, this, [this] {
        m_zoomed = true;
        Q_EMIT viewChanged();
    });
    connect(m_plot, &QCustomPlot::afterLayout, this, [this] { spreadLabels(*m_plot); });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &PlotWidget::showAll);
    applyTheme();
}

PlotWidget::~PlotWidget() = default;

void PlotWidget::setContent(PlotContent content, bool keepView) {
    m_content = std::move(content);
    m_current.reset();
    rebuild();
    if (!keepView || !m_zoomed) {
        m_zoomed = false;
        applyRanges();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

double PlotWidget::viewFrom() const { return m_plot->xAxis->range().lower; }
double PlotWidget::viewTo() const { return m_plot->xAxis->range().upper; }

void PlotWidget::rebuild() {
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->xAxis->setLabel(m_content.x.title);
    m_plot->yAxis->setLabel(m_content.y.title);
    m_plot->xAxis->setTicker(QSharedPointer<NumberTicker>::create(m_content.x.categories));
    m_plot->yAxis->setTicker(QSharedPointer<NumberTicker>::create(QStringList()));
    for (const PlotSeries& series : m_content.series)
        addSeries(series);
    // The mark of the current point lies over everything.
    QCPGraph* mark = m_plot->addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(Theme::of(palette()).text, 1.5), Qt::NoBrush, 9));
}

void PlotWidget::addSeries(const PlotSeries& series) {
    const Theme& theme = Theme::of(palette());
    const QColor color = seriesColor(theme, series.color);
    QColor fill = color;
    if (series.style == PlotStyle::Bars)
        return addBars(series, color);
    if (series.style != PlotStyle::Bubbles) {
        QCPGraph* graph = m_plot->addGraph();
        graph->setData(toVector(series.x), toVector(series.y), true);
        graph->setPen(QPen(color, 1.8));
        if (series.style == PlotStyle::Dots) {
            graph->setLineStyle(QCPGraph::lsNone);
            fill.setAlphaF(0.8F);
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(Qt::NoPen), fill, kDotSize));
        }
        return;
    }
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        const bool chosen = series.chosen == i;
        QColor edge = chosen ? theme.series2 : color;
        QColor inside = edge;
        inside.setAlphaF(0.3F);
        QCPGraph* bubble = m_plot->addGraph();
        bubble->setLineStyle(QCPGraph::lsNone);
        bubble->addData(series.x[i], series.y[i]);
        bubble->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(edge, 1.4), inside, series.sizes.empty() ? 10 : series.sizes[i]));
        if (!series.low.empty())
            addNoise(series.x[i], series.low[i], series.high[i], edge);
    }
    addLabels(series);
}

/// Where a bar stands: series that have one at the same place stand side by side.
double PlotWidget::barPlace(const PlotSeries& series, std::size_t point) const {
    int before = 0;
    int together = 0;
    for (const PlotSeries& other : m_content.series) {
        if (other.style != PlotStyle::Bars || std::find(other.x.begin(), other.x.end(), series.x[point]) == other.x.end())
            continue;
        before += &other < &series ? 1 : 0;
        ++together;
    }
    return series.x[point] + (before - (together - 1) / 2.0) * kBarShare / std::max(together, 1);
}

void PlotWidget::addBars(const PlotSeries& series, const QColor& color) {
    auto* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    bars->setPen(Qt::NoPen);
    bars->setBrush(color);
    std::size_t most = 1;
    QVector<double> x;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        const auto shares = std::count_if(m_content.series.begin(), m_content.series.end(), [&](const PlotSeries& other) {
            return other.style == PlotStyle::Bars && std::find(other.x.begin(), other.x.end(), series.x[i]) != other.x.end();
        });
        most = std::max(most, static_cast<std::size_t>(shares));
        x.push_back(barPlace(series, i));
        if (!series.low.empty())
            addNoise(x.back(), series.low[i], series.high[i], Theme::of(palette()).text);
    }
    bars->setWidth(kBarShare / static_cast<double>(most));
    bars->setData(x, toVector(series.y), true);
}

void PlotWidget::addNoise(double x, double low, double high, const QColor& color) {
    auto* noise = new QCPItemLine(m_plot);
    noise->setPen(QPen(color, 1.8));
    noise->start->setCoords(x, low);
    noise->end->setCoords(x, high);
}

void PlotWidget::addLabels(const PlotSeries& series) {
    const Theme& theme = Theme::of(palette());
    const auto ends = std::minmax_element(series.x.begin(), series.x.end());
    for (std::size_t i = 0; i < series.x.size() && !series.labels.isEmpty(); ++i) {
        auto* label = new QCPItemText(m_plot);
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        bold.setPixelSize(std::max(10, QFontInfo(font()).pixelSize() - 2));
        label->setFont(bold);
        label->setColor(theme.text);
        label->setText(series.labels[static_cast<qsizetype>(i)]);
        // Towards the middle of the plot, so that no name leaves it.
        const bool left = series.x[i] > (*ends.first + *ends.second) / 2;
        label->setPositionAlignment((left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        const double away = (series.sizes.empty() ? 10 : series.sizes[i]) / 2 + kLabelGap;
        auto* anchor = new QCPItemTracer(m_plot);
        anchor->setStyle(QCPItemTracer::tsNone);
        anchor->position->setCoords(series.x[i], series.y[i]);
        label->position->setParentAnchor(anchor->position);
        label->position->setType(QCPItemPosition::ptAbsolute);
        label->position->setCoords(left ? -away : away, 0);
    }
}

void PlotWidget::applyTheme() {
    const Theme& theme = Theme::of(palette());
    m_plot->setBackground(theme.panel);
    QFont small = font();
    small.setPixelSize(std::max(10, QFontInfo(font()).pixelSize() - 2));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.dimText);
        axis->setLabelColor(theme.dimText);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->setLabelPadding(4);
        axis->grid()->setPen(QPen(theme.plotGrid, 1));
        axis->grid()->setZeroLinePen(QPen(theme.plotGrid, 1));
    }
    rebuild();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotWidget::applyRanges() {
    QCPRange x(0, 1);
    QCPRange y(0, 1);
    bool first = true;
    const auto grow = [&first](QCPRange& range, double value) { range = first ? QCPRange(value, value) : QCPRange(std::min(range.lower, value), std::max(range.upper, value)); };
    for (const PlotSeries& series : m_content.series) {
        const double half = series.style == PlotStyle::Bars ? 0.6 : 0;
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            grow(x, series.x[i] - half);
            grow(y, series.low.empty() ? series.y[i] : std::min(series.low[i], series.y[i]));
            first = false;
            grow(x, series.x[i] + half);
            grow(y, series.high.empty() ? series.y[i] : std::max(series.high[i], series.y[i]));
            if (series.style == PlotStyle::Bars)
                grow(y, 0);
        }
    }
    const auto settle = [](QCPRange range, const PlotAxis& axis, double margin) {
        const double size = range.size() > 0 ? range.size() : std::max(1.0, std::abs(range.lower) * 0.1);
        const double lower = axis.from.value_or(range.lower - size * margin);
        const double upper = axis.to.value_or(range.upper + size * margin);
        return QCPRange(lower, upper > lower ? upper : lower + 1);
    };
    const bool bubbles = !m_content.series.empty() && m_content.series.front().style == PlotStyle::Bubbles;
    m_plot->xAxis->setRange(settle(x, m_content.x, bubbles ? 0.12 : 0));
    m_plot->yAxis->setRange(settle(y, m_content.y, bubbles ? 0.18 : 0.05));
}

void PlotWidget::zoom(double factor) {
    m_plot->xAxis->scaleRange(factor);
    m_plot->yAxis->scaleRange(factor);
    m_zoomed = true;
    m_plot->replot(QCustomPlot::rpQueuedReplot);
    Q_EMIT viewChanged();
}

void PlotWidget::showAll() {
    m_zoomed = false;
    applyRanges();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
    Q_EMIT viewChanged();
}

std::optional<PlotWidget::Point> PlotWidget::nearest(const QPoint& place) const {
    std::optional<Point> found;
    double best = kReach * kReach;
    for (std::size_t s = 0; s < m_content.series.size(); ++s) {
        const PlotSeries& series = m_content.series[s];
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            const double at = series.style == PlotStyle::Bars ? barPlace(series, i) : series.x[i];
            const double dx = m_plot->xAxis->coordToPixel(at) - place.x();
            double dy = m_plot->yAxis->coordToPixel(series.y[i]) - place.y();
            if (series.style == PlotStyle::Bars && dy < 0)
                dy = 0;  // anywhere within the bar
            if (const double away = dx * dx + dy * dy; away < best) {
                best = away;
                found = Point{s, i};
            }
        }
    }
    return found;
}

void PlotWidget::setCurrent(std::optional<Point> point) {
    if (point == m_current)
        return;
    m_current = point;
    showCurrent();
    Q_EMIT currentChanged();
}

void PlotWidget::showCurrent() {
    QCPGraph* mark = m_plot->graph(m_plot->graphCount() - 1);
    mark->data()->clear();
    if (m_current) {
        const PlotSeries& series = m_content.series[m_current->series];
        mark->addData(series.style == PlotStyle::Bars ? barPlace(series, m_current->point) : series.x[m_current->point], series.y[m_current->point]);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotWidget::step(int direction) {
    if (m_content.isEmpty())
        return;
    Point next = m_current.value_or(Point{0, 0});
    if (m_current) {
        const auto size = static_cast<std::ptrdiff_t>(m_content.series[next.series].x.size());
        next.point = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(next.point) + direction, 0, size - 1));
    } else {
        while (m_content.series[next.series].x.empty())
            ++next.series;
    }
    setCurrent(next);
}

void PlotWidget::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(kZoomStep);
    case Qt::Key_Minus:
        return zoom(1 / kZoomStep);
    case Qt::Key_0:
        return showAll();
    case Qt::Key_Left:
        return step(-1);
    case Qt::Key_Right:
        return step(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current)
            return Q_EMIT activated(m_current->series, m_current->point);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void PlotWidget::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void PlotWidget::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void PlotWidget::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

bool PlotWidget::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot) {
        if (event->type() == QEvent::MouseMove && static_cast<QMouseEvent*>(event)->buttons() == Qt::NoButton) {
            setCurrent(nearest(static_cast<QMouseEvent*>(event)->pos()));
        } else if (event->type() == QEvent::MouseButtonPress) {
            setFocus(Qt::MouseFocusReason);
            m_pressed = static_cast<QMouseEvent*>(event)->pos();
        } else if (event->type() == QEvent::MouseButtonRelease) {
            const QPoint place = static_cast<QMouseEvent*>(event)->pos();
            if ((place - m_pressed).manhattanLength() > 3) {
                m_zoomed = true;
                Q_EMIT viewChanged();
            } else if (const auto point = nearest(place)) {
                setCurrent(point);
                Q_EMIT activated(point->series, point->point);
            }
        } else if (event->type() == QEvent::Leave) {
            setCurrent(std::nullopt);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void PlotWidget::draw(QPaintDevice& device, const QSize& size) {
    m_plot->graph(m_plot->graphCount() - 1)->data()->clear();
    QCPPainter painter;
    if (painter.begin(&device)) {
        painter.setMode(QCPPainter::pmVectorized);
        m_plot->toPainter(&painter, size.width(), size.height());
        painter.end();
    }
    showCurrent();
}

}  // namespace zrecord::widgets
