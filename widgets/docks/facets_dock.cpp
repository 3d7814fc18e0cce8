#include "widgets/docks/facets_dock.h"

#include <algorithm>

#include <QPushButton>
#include <QVBoxLayout>

#include <zrecord/record_finder.h>

#include "widgets/common/text_label.h"
#include "widgets/find/class_list.h"
#include "widgets/find/histogram_bars.h"
#include "workbench/document/document_session.h"
#include "workbench/find/filter_terms.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/number_text.h"
#include "workbench/viewdata/value_names.h"

namespace zrecord::widgets {

namespace {

constexpr int kRefreshMilliseconds = 250;

/// What is worth a histogram of a stream.
QStringList factsOf(const FilterSchema::Stream& stream, Codec codec, bool single) {
    QStringList facts;
    if (hasStatistics(stream.dtype) && !single)
        facts << QStringLiteral("mean") << QStringLiteral("std") << QStringLiteral("min") << QStringLiteral("max");
    if (stream.kind == StoreKind::Ragged)
        facts << QStringLiteral("elements");
    if (codec != Codec::Raw)
        facts << QStringLiteral("stored");
    return facts;
}

}  // namespace

FacetsDock::FacetsDock(workbench::TaskRunner& runner, QWidget* parent)
    : DockFrame(QStringLiteral("facetsDock"), tr("Facets"), 200, parent), m_state(new TextLabel(TextLabel::Style::Body, {}, contents())),
      m_measure(new QPushButton(tr("Measure the records"), contents())), m_list(new QWidget(contents())), m_count(runner) {
    m_state->setObjectName(QStringLiteral("facetsState"));
    m_state->setTone(Tone::Dim);
    m_state->setWordWrap(true);
    m_measure->setObjectName(QStringLiteral("measureRecords"));
    m_measure->setToolTip(tr("Reads every record once in the background; can be paused and goes on where it was, also tomorrow."));
    auto* rows = new QVBoxLayout(m_list);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    column()->insertWidget(0, m_state);
    column()->insertWidget(1, m_measure, 0, Qt::AlignLeft);
    column()->insertWidget(2, m_list);
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (m_session)
            search().measure();
    });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMilliseconds);
    connect(&m_refresh, &QTimer::timeout, this, &FacetsDock::refresh);
    setDocument(nullptr);
}

FacetsDock::~FacetsDock() = default;

workbench::RecordSearch& FacetsDock::search() const { return m_session->search(); }

void FacetsDock::setDocument(workbench::DocumentSession* session) {
    if (m_session)
        search().disconnect(this);
    m_session = session;
    m_count.cancel();
    rebuild({});
    if (session) {
        connect(&search(), &workbench::RecordSearch::coverageChanged, this, &FacetsDock::refreshSoon);
        connect(&search(), &workbench::RecordSearch::schemaChanged, this, &FacetsDock::refreshSoon);
        connect(&search(), &workbench::RecordSearch::orderChanged, this, &FacetsDock::showFilter);
    }
    updateState();
    refreshSoon();
}

void FacetsDock::showEvent(QShowEvent* event) {
    DockFrame::showEvent(event);
    refreshSoon();
}

void FacetsDock::refreshSoon() {
    if (isVisible() && !m_refresh.isActive())
        m_refresh.start();
}

void FacetsDock::measureUnasked() {
    if (search().isMeasuring() || search().covered() > 0)
        return;
    std::uint64_t bytes = 0;
    for (const auto& stream : m_session->document().streams())
        bytes += std::max(stream.summary.recordBytes * stream.summary.records, stream.summary.chunkBytes);
    if (bytes <= kUnasked)
        search().measure();
}

void FacetsDock::refresh() {
    if (!m_session || !isVisible() || !search().isReady() || !m_session->document().isOpen())
        return updateState();
    measureUnasked();
    updateState();
    const FilterSchema& schema = search().schema();
    const std::size_t main = search().mainStream();
    const bool single = search().sortKey(main) == u"value";
    const QStringList facts = factsOf(schema.streams[main], m_session->document().streams()[main].summary.codec, single);
    std::vector<std::pair<std::size_t, QString>> labels;
    if (single)
        labels.emplace_back(main, QStringLiteral("value"));
    for (const std::size_t stream : search().labelStreams())
        labels.emplace_back(stream, QString::fromStdString(schema.streams[stream].name));
    m_count.submit([this, table = search().table(), main, facts, labels, box = m_count.mailbox()](const std::stop_token& stop) {
        Counted counted;
        for (const QString& fact : facts)
            counted.histograms.push_back(workbench::factHistogram(*table, main, fact, stop));
        for (const auto& [stream, name] : labels) {
            counted.classes.push_back(workbench::classCounts(*table, stream, name, stop));
            if (!counted.classes.back().tooMany)
                continue;
            counted.classes.pop_back();
            counted.histograms.push_back(workbench::factHistogram(*table, stream, QStringLiteral("value"), stop));
            counted.histograms.back().name = name;
        }
        if (!stop.stop_requested())
            box->post([this, counted = std::move(counted)] { show(counted); });
    });
}

void FacetsDock::show(const Counted& counted) {
    if (!m_session || !m_session->document().isOpen())
        return;
    std::vector<Facet> facets;
    for (const auto& histogram : counted.histograms)
        if (!histogram.counts.empty())
            facets.push_back({histogram.name, false});
    for (const auto& classes : counted.classes)
        if (!classes.classes.empty())
            facets.push_back({classes.name, true});
    if (facets != m_facets)
        rebuild(facets);
    for (const Facet& facet : m_facets) {
        if (!facet.classes) {
            const auto found = std::find_if(counted.histograms.begin(), counted.histograms.end(), [&facet](const auto& each) { return each.name == facet.name; });
            static_cast<HistogramBars*>(facet.widget)->setHistogram(*found);
            continue;
        }
        const auto found = std::find_if(counted.classes.begin(), counted.classes.end(), [&facet](const auto& each) { return each.name == facet.name; });
        const workbench::ValueNames* names = nullptr;
        for (std::size_t stream = 0; stream < m_session->document().streams().size(); ++stream)
            if (m_session->document().streams()[stream].name == facet.name || (facet.name == u"value" && stream == search().mainStream()))
                names = m_session->document().streams()[stream].names.get();
        static_cast<ClassList*>(facet.widget)->setClasses(*found, names);
    }
    showFilter();
    updateState();
}

void FacetsDock::rebuild(const std::vector<Facet>& facets) {
    qDeleteAll(m_list->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    m_facets = facets;
    for (Facet& facet : m_facets) {
        auto* caption = new TextLabel(TextLabel::Style::Body, facet.name, m_list);
        m_list->layout()->addWidget(caption);
        if (facet.classes) {
            auto* list = new ClassList(m_list);
            connect(list, &ClassList::chosenChanged, this, [this, name = facet.name](const QStringList& values) { putTerm(name, workbench::filter_terms::oneOf(name, values)); });
            facet.widget = list;
        } else {
            auto* bars = new HistogramBars(m_list);
            connect(bars, &HistogramBars::rangeChosen, this, [this, name = facet.name](double low, double high) { putTerm(name, workbench::filter_terms::range(name, low, high)); });
            connect(bars, &HistogramBars::cleared, this, [this, name = facet.name] { putTerm(name, {}); });
            facet.widget = bars;
        }
        facet.widget->setObjectName(QStringLiteral("facet.") + facet.name);
        facet.widget->setAccessibleName(facet.classes ? tr("Classes of %1").arg(facet.name) : tr("Histogram of %1").arg(facet.name));
        m_list->layout()->addWidget(facet.widget);
    }
}

void FacetsDock::showFilter() {
    if (!m_session)
        return;
    const QString filter = search().filter();
    for (const Facet& facet : m_facets) {
        if (facet.classes) {
            static_cast<ClassList*>(facet.widget)->setChosen(workbench::filter_terms::listOf(filter, facet.name));
        } else {
            const auto range = workbench::filter_terms::rangeOf(filter, facet.name);
            static_cast<HistogramBars*>(facet.widget)->setChosen(range ? std::optional(std::pair(range->low, range->high)) : std::nullopt);
        }
    }
}

void FacetsDock::putTerm(const QString& name, const QString& term) {
    if (!m_session)
        return;
    search().apply(workbench::filter_terms::with(search().filter(), name, term), search().sortKeys());
}

void FacetsDock::updateState() {
    const bool open = m_session && m_session->document().isOpen() && m_session->document().recordCount() > 0;
    m_state->setVisible(open || !m_session);
    m_list->setVisible(open);
    m_measure->setVisible(false);
    if (!open) {
        m_state->setText(tr("Open a store to see how its values are spread."));
        return;
    }
    const std::uint64_t covered = search().covered();
    const std::uint64_t records = m_session->document().recordCount();
    if (covered == records) {
        m_state->setText(tr("Statistics of all %1.").arg(workbench::recordsText(records)));
    } else if (covered == 0 && !search().isMeasuring()) {
        m_state->setText(tr("Not measured yet. Measuring reads every record once (%1), in the background.").arg(workbench::recordsText(records)));
    } else {
        m_state->setText(tr("Statistics of %1 of the records so far.").arg(workbench::percentText(covered, records)));
    }
    m_measure->setVisible(covered < records && !search().isMeasuring());
}

}  // namespace zrecord::widgets
