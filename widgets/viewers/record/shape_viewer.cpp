#include "widgets/viewers/record/shape_viewer.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/plots/plot_card.h"
#include "workbench/document/stream_set.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::countText;
using workbench::ShapeCensus;

namespace {

constexpr std::uint64_t kBytesRead = 32;  // of a record's entry and shape, about
constexpr std::size_t kShownShapes = 3;
constexpr std::chrono::milliseconds kBetweenReports{150};

/// Counts one block from `next` on, which then stands behind it.
Status addBlock(ShapeCensus& census, const workbench::StreamSet& streams, std::size_t stream, std::uint64_t& next, const OperationContext& context) {
    const std::uint64_t count = std::min(ShapeViewer::kBlock, streams.recordCount() - next);
    const auto facts = streams.shapes(stream, next, count, context);
    if (!facts.ok()) {
        return facts.status();
    }
    for (std::size_t i = 0; i < facts->facts.size(); ++i) {
        if (facts->facts[i].readable) {
            census.add(facts->shape(i));
        }
    }
    next += count;
    return {};
}

}  // namespace

ShapeViewer::ShapeViewer(workbench::TaskRunner& runner, QWidget* parent)
    : RecordView(parent), m_shape(new TextLabel(TextLabel::Style::Heading)), m_size(new TextLabel), m_figures(new KeyValueList),
      m_card(new PlotCard(QStringLiteral("shapes"), tr("Elements of a record"))), m_note(new TextLabel), m_button(new QPushButton), m_task(runner) {
    m_shape->setObjectName(QStringLiteral("recordShape"));
    m_shape->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_size->setTone(Tone::Dim);
    m_note->setTone(Tone::Dim);
    m_note->setWordWrap(true);
    m_note->setObjectName(QStringLiteral("shapeNote"));
    m_button->setObjectName(QStringLiteral("countShapes"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_note, 1);
    line->addWidget(m_button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_shape);
    layout->addWidget(m_size);
    layout->addWidget(m_card, 1);
    layout->addWidget(m_figures);
    layout->addLayout(line);
    connect(m_button, &QPushButton::clicked, this, [this] { m_counting ? stop() : count(); });
}

void ShapeViewer::setStreams(std::shared_ptr<const workbench::StreamSet> streams) {
    const std::uint64_t generation = streams ? streams->generation() : 0;
    if (streams == m_streams && generation == m_generation) {
        return;
    }
    m_streams = std::move(streams);
    m_generation = generation;
    forget();
}

void ShapeViewer::forget() {
    stop();
    m_census = {};
    m_next = 0;
}

void ShapeViewer::showRecord(const workbench::DecodedRecord& record, std::size_t stream, std::uint64_t) {
    setStreams(m_source ? m_source() : nullptr);
    if (stream != m_stream) {
        forget();
    }
    m_record = record;
    m_stream = stream;
    m_shape->setText(workbench::shapeQString(record.shape()));
    m_size->setText(tr("%1 elements, %2").arg(countText(record.elementCount()), workbench::bytesText(record.plainBytes())));
    showCensus();
}

void ShapeViewer::clear() {
    m_record = {};
    m_shape->clear();
    m_size->clear();
}

QWidget* ShapeViewer::focusTarget() {
    return m_button;
}

QString ShapeViewer::currentText() const {
    return m_shape->text();
}

void ShapeViewer::count() {
    if (!m_streams || m_counting) {
        return;
    }
    m_counting = true;
    if (m_next >= m_streams->recordCount()) {
        m_census = {};
        m_next = 0;
    }
    countNext();
    showCensus();
}

void ShapeViewer::stop() {
    m_task.cancel();
    m_counting = false;
    showCensus();
}

void ShapeViewer::countNext() {
    const std::uint64_t ticket = m_task.ticket() + 1;
    m_task.submit([this, ticket, box = m_task.mailbox(), streams = m_streams, stream = m_stream, next = m_next, census = m_census](const std::stop_token& stop) mutable {
        OperationContext context;
        context.stop = stop;
        const auto begin = std::chrono::steady_clock::now();
        Status status;
        while (status.ok() && next < streams->recordCount() && std::chrono::steady_clock::now() - begin < kBetweenReports) {
            status = addBlock(census, *streams, stream, next, context);
        }
        box->post([this, ticket, status, next, census = std::move(census)] {
            if (!m_task.isCurrent(ticket)) {
                return;
            }
            if (status.ok()) {
                takeBlock(census, next);
            } else {
                takeFailure(status);
            }
        });
    });
}

void ShapeViewer::takeBlock(const ShapeCensus& census, std::uint64_t next) {
    m_census = census;
    m_next = next;
    m_counting = m_next < m_streams->recordCount();
    if (m_counting) {
        countNext();
    }
    showCensus();
}

void ShapeViewer::takeFailure(const Status& status) {
    m_counting = false;
    showCensus();
    m_note->setText(workbench::userMessage(status, workbench::UserAction::ReadRecord).reason);
}

void ShapeViewer::showCensus() {
    const std::uint64_t all = m_streams ? m_streams->recordCount() : 0;
    m_button->setText(m_counting ? tr("Stop") : m_next > 0 && m_next < all ? tr("Go on") : tr("Count all shapes"));
    if (m_next == 0) {
        m_card->setMessage(tr("How are the shapes of this store spread?"));
        m_figures->setRows({});
        m_note->setText(tr("Counting reads about %1 in the background.").arg(workbench::bytesText(all * kBytesRead)));
        return;
    }
    PlotContent content;
    content.x.title = tr("elements of a record");
    content.y.title = tr("records");
    PlotSeries bars;
    bars.name = tr("records");
    const auto bins = m_census.bins(kMostBars);
    // A bar stands at the middle of what it counts; bars are one unit wide, so that wide bins are drawn as a line.
    bars.style = bins.empty() || bins.front().from == bins.front().to ? PlotStyle::Bars : PlotStyle::Line;
    for (const auto& bin : bins) {
        bars.x.push_back((static_cast<double>(bin.from) + static_cast<double>(bin.to)) / 2);
        bars.y.push_back(static_cast<double>(bin.records));
    }
    content.series.push_back(std::move(bars));
    content.y.from = 0;
    m_card->setContent(content, true);
    std::vector<KeyValueList::Row> rows;
    const auto different = m_census.differentShapes();
    rows.push_back({tr("different shapes"), different ? countText(*different) : tr("more than %1").arg(countText(ShapeCensus::kMostShapes))});
    for (const auto& [shape, records] : m_census.mostFrequent(kShownShapes)) {
        rows.push_back({workbench::shapeQString(shape), workbench::recordsText(records)});
    }
    rows.push_back({tr("elements, fewest to most"), tr("%1 to %2").arg(countText(m_census.smallest()), countText(m_census.largest()))});
    rows.push_back({tr("padding to the largest"), QStringLiteral("%1 %").arg(m_census.paddingWaste() * 100, 0, 'f', 1), Tone::Plain,
                    tr("Part of the memory that would be padding if every record were as long as the longest")});
    m_figures->setRows(rows);
    m_note->setText(m_next < all ? tr("Counted %1 of %2 records (%3); the rest may look different.").arg(countText(m_next), countText(all), workbench::percentText(m_next, all))
                                 : tr("Counted all %1.").arg(workbench::recordsText(all)));
}

}  // namespace zrecord::widgets
