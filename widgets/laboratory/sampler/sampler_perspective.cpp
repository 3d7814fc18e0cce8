#include "widgets/laboratory/sampler/sampler_perspective.h"

#include <algorithm>
#include <cmath>

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>

#include <zrecord/laboratory/html_report.h>

#include "widgets/actions/action_registry.h"
#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/laboratory/failure_text.h"
#include "widgets/laboratory/sampler/sampler_plots.h"
#include "widgets/laboratory/sampler/sampler_questions.h"
#include "widgets/laboratory/sampler/sampler_settings.h"
#include "widgets/plots/plot_card.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {
constexpr int kCurveHeight = 150;
constexpr int kCloserDelay = 150;  // milliseconds of rest before a closer look is loaded
}

SamplerPerspective::SamplerPerspective(workbench::WorkbenchRuntime& runtime, QWidget* parent)
    : Perspective(parent), m_study(new workbench::SamplerStudy(runtime, this)), m_settings(new SamplerSettings),
      m_order(new PlotCard(QStringLiteral("samplerOrder"), tr("Order"))), m_curves(new PlotCard(QStringLiteral("samplerCurve"), tr("Coverage"))),
      m_figures(new KeyValueList), m_questions(new SamplerQuestions(*m_study)), m_closer(new QTimer(this)) {
    setObjectName(QStringLiteral("samplerPerspective"));
    auto* quality = new QFrame;
    quality->setProperty("card", true);
    auto* lines = new QVBoxLayout(quality);
    lines->setContentsMargins(12, 10, 12, 10);
    lines->setSpacing(6);
    lines->addWidget(new TextLabel(TextLabel::Style::Heading, tr("Quality of the shuffle")));
    lines->addWidget(m_figures);
    m_curves->addHeaderWidget(buildCurveChoice());
    m_curves->setTitle({});
    m_curves->setMinimumHeight(kCurveHeight);
    auto* content = new QWidget;
    auto* right = new QVBoxLayout(content);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(8);
    right->addWidget(m_curves, 1);
    right->addWidget(quality);
    auto* area = new QScrollArea;  // for low windows: figures are never cut
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(content);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(8);
    middle->addWidget(m_order, 3);
    middle->addWidget(area, 2);
    auto* body = new QVBoxLayout;
    body->setContentsMargins(12, 12, 12, 12);
    body->setSpacing(8);
    body->addLayout(middle, 1);
    body->addWidget(m_questions);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_settings);
    rows->addLayout(body, 1);
    m_closer->setSingleShot(true);
    m_closer->setInterval(kCloserDelay);
    m_order->setReadout([this](std::size_t series, std::size_t point) {
        const PlotSeries& shown = m_order->plot().content().series[series];
        const auto position = static_cast<std::uint64_t>(shown.x[point]);
        const std::uint64_t length = std::max<std::uint64_t>(m_study->outcome() ? m_study->outcome()->report.batchLength : 1, 1);
        return tr("%1: record %2 at position %3 (step %4, place %5)")
            .arg(shown.name, workbench::countText(static_cast<std::uint64_t>(shown.y[point])), workbench::countText(position),
                 workbench::countText(m_view.firstStep + position / length), workbench::countText(position % length));
    });
    connectStudy();
    m_order->setMessage(tr("Run shows in which order the records are visited."));
    m_curves->setMessage(tr("Nothing has been run yet."));
}

QWidget* SamplerPerspective::buildCurveChoice() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_curveButtons = new QButtonGroup(this);
    const struct { Curve curve; QString name, text; } kCurves[] = {{Curve::Coverage, QStringLiteral("curveCoverage"), tr("Coverage")},
                                                                   {Curve::Visits, QStringLiteral("curveVisits"), tr("Repeats")},
                                                                   {Curve::Gaps, QStringLiteral("curveGaps"), tr("Gaps")}};
    for (const auto& choice : kCurves) {
        auto* button = new QToolButton;
        button->setObjectName(choice.name);
        button->setText(choice.text);
        button->setCheckable(true);
        button->setProperty("quiet", true);
        button->setChecked(choice.curve == m_curve);
        m_curveButtons->addButton(button, static_cast<int>(choice.curve));
        row->addWidget(button);
    }
    connect(m_curveButtons, &QButtonGroup::idClicked, this, [this](int curve) {
        m_curve = static_cast<Curve>(curve);
        showCurve();
    });
    return bar;
}

void SamplerPerspective::connectStudy() {
    using workbench::SamplerStudy;
    connect(m_settings, &SamplerSettings::runRequested, this, &SamplerPerspective::run);
    connect(m_settings, &SamplerSettings::cancelRequested, m_study, &SamplerStudy::cancel);
    connect(m_study, &SamplerStudy::grown, this, &SamplerPerspective::showPart);
    connect(m_study, &SamplerStudy::finished, this, &SamplerPerspective::showReport);
    connect(m_study, &SamplerStudy::failed, this, &SamplerPerspective::showFailure);
    connect(m_study, &SamplerStudy::dotsReady, this, &SamplerPerspective::showDots);
    connect(m_study, &SamplerStudy::cancelled, this, [this] {
        m_settings->setRunning(false);
        m_order->setNote(tr("Cancelled. The plots show what had been drawn by then."));
    });
    connect(&m_order->plot(), &PlotWidget::viewChanged, m_closer, qOverload<>(&QTimer::start));
    connect(&m_order->plot(), &PlotWidget::activated, this, &SamplerPerspective::chooseDot);
    connect(m_closer, &QTimer::timeout, this, &SamplerPerspective::lookCloser);
    for (PlotCard* card : {m_order, m_curves})
        connect(card, &PlotCard::message, this, &Perspective::message);
    connect(m_questions, &SamplerQuestions::message, this, &Perspective::message);
}

QString SamplerPerspective::id() const { return QStringLiteral("sampler"); }
QString SamplerPerspective::title() const { return tr("Sampler"); }

void SamplerPerspective::contributeActions(ActionRegistry& registry) {
    registry.add({QStringLiteral("sampler.run"), tr("&Run the sampler"), tr("Sampler"), QStringLiteral("play"), {QKeySequence(Qt::CTRL | Qt::Key_R)},
                  tr("Draws the order anew with the settings above."), QStringLiteral("zr sampler STORE"), [](const WorkbenchState& state) { return state.hasDocument; }},
                 this, [this](bool) { run(); });
    registry.document({tr("Sampler"), tr("From point to point of a plot"), tr("← →")});
    registry.document({tr("Sampler"), tr("Zoom a plot, or show all of it"), tr("+ −, 0")});
    registry.document({tr("Sampler"), tr("The record of the dot becomes the current one"), tr("Enter")});
}

QStringList SamplerPerspective::menuActions(const QString& menu) const {
    return menu == u"measure" ? QStringList{QStringLiteral("sampler.run")} : QStringList();
}

void SamplerPerspective::setDocument(workbench::DocumentSession* session) {
    if (session == m_session)
        return;
    if (m_session)
        m_session->document().disconnect(this);
    m_session = session;
    m_stream = 0;
    m_study->cancel();
    if (!session)
        return;
    const auto follow = [this] {
        m_settings->setStoreLength(m_session->document().recordCount());
        m_wanted = m_session->document().isOpen() && m_session->document().recordCount() > 0 && m_session->document().recordCount() != m_view.sampler.length;
        if (m_wanted && isVisible())
            run();
    };
    connect(&session->document(), &workbench::StoreDocument::changed, this, follow);
    follow();
}

void SamplerPerspective::setStream(std::size_t stream) { m_stream = stream; }

void SamplerPerspective::goToRecord(std::uint64_t index) { m_questions->setRecord(index); }

QList<QWidget*> SamplerPerspective::panes() const { return {&m_order->plot(), &m_curves->plot(), m_settings, m_questions}; }

void SamplerPerspective::showEvent(QShowEvent* event) {
    Perspective::showEvent(event);
    if (m_wanted)
        run();
}

void SamplerPerspective::run() {
    const auto view = m_settings->view();
    if (!view) {
        m_order->setNote(tr("A field holds no number that can be used; it is framed in red."));
        return;
    }
    m_wanted = false;
    m_settings->remember(*view);
    m_view = *view;
    workbench::SamplerStudy::Request request;
    request.view = *view;
    request.other = m_settings->other();
    request.title = tr("Sampler");
    if (m_session && m_session->document().isOpen()) {
        request.subject = m_session->document().path();
        // A length of one's own says nothing about this store's files.
        if (view->sampler.length == m_session->document().recordCount()) {
            request.streams = m_session->document().streamSet();
            request.stream = m_stream;
        }
    }
    m_settings->setRunning(true);
    m_order->setNote(tr("Running…"));
    m_questions->setView(*view, samplerCommand(*view, request.streams ? request.subject : QString()));
    m_study->start(request);
}

void SamplerPerspective::showPart(const SamplerReport& soFar) {
    m_order->setContent(orderPlot(soFar, nullptr), true);
    if (m_curve == Curve::Coverage)
        m_curves->setContent(coveragePlot(soFar, nullptr), true);
    m_order->setNote(tr("Running: %1 of %2 steps.").arg(workbench::countText(soFar.stepsDone), workbench::countText(soFar.view.steps)));
}

void SamplerPerspective::showReport() {
    const auto& outcome = *m_study->outcome();
    const SamplerReport* other = outcome.other ? &*outcome.other : nullptr;
    m_settings->setRunning(false);
    m_order->setContent(orderPlot(outcome.report, other));
    showCurve();
    m_figures->setRows(samplerFigures(outcome.report, other, outcome.locality));
    const std::uint64_t shown = outcome.report.dots.size();
    m_order->setNote(tr("%1 steps, %2 indices%3").arg(workbench::countText(outcome.report.stepsDone), workbench::countText(outcome.report.indices),
                                                        shown == outcome.report.indices ? tr("; all are drawn.") : tr("; %1 of them are drawn.").arg(workbench::countText(shown))));
    m_questions->setReport([report = outcome.report, locality = outcome.locality](const std::string& command) { return samplerPage(report, locality, command); });
}

void SamplerPerspective::showCurve() {
    if (!m_study->outcome())
        return;
    const auto& outcome = *m_study->outcome();
    const SamplerReport* other = outcome.other ? &*outcome.other : nullptr;
    m_curves->setContent(m_curve == Curve::Coverage ? coveragePlot(outcome.report, other)
                         : m_curve == Curve::Visits ? visitsPlot(outcome.report, other)
                                                    : gapsPlot(outcome.report, other));
    m_curves->setMessage(tr("No record is visited twice within these steps."));
}

void SamplerPerspective::showFailure(const Status& status) {
    m_settings->setRunning(false);
    m_order->setNote(failureText(status));
}

void SamplerPerspective::lookCloser() {
    if (!m_study->outcome() || m_study->isRunning())
        return;
    const SamplerReport& report = m_study->outcome()->report;
    const auto total = static_cast<double>(report.indices);
    const double from = std::clamp(std::floor(m_order->plot().viewFrom()), 0.0, total);
    const double to = std::clamp(std::ceil(m_order->plot().viewTo()), from, total);
    if (report.indices > report.dots.size() && to > from)
        m_study->loadDots(report.view, static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to - from));
}

void SamplerPerspective::showDots(const std::vector<OrderDot>& dots) {
    if (!m_study->outcome() || m_study->isRunning())
        return;
    SamplerReport closer = m_study->outcome()->report;
    closer.dots = dots;
    m_order->setContent(orderPlot(closer, m_study->outcome()->other ? &*m_study->outcome()->other : nullptr), true);
}

void SamplerPerspective::chooseDot(std::size_t series, std::size_t point) {
    const auto record = static_cast<std::uint64_t>(m_order->plot().content().series[series].y[point]);
    if (!m_session || record >= m_session->document().recordCount())
        return;
    m_session->selection().select(record);
    m_questions->setRecord(record);
}

}  // namespace zrecord::widgets
