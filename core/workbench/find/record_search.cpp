#include "workbench/find/record_search.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <QVariant>

#include "workbench/document/index_remap.h"
#include "workbench/document/store_document.h"
#include "workbench/find/facts_remap.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/messages/find_text.h"
#include "workbench/selection/record_order.h"

namespace zrecord::workbench {
namespace {

RecordRanges toRanges(const std::vector<IndexRange>& ranges) {
    RecordRanges records;
    for (const IndexRange& range : ranges)
        records.add(range.start, range.count);
    return records;
}

/// Measures, and keeps what is known every now and then, so that neither Pause nor the end of the program loses much of it.
Status fillAndKeep(const FindTarget& target, std::size_t stream, const std::vector<std::size_t>& labels, const FactsTable& table, const FactsPlace& place, const OperationContext& context) {
    using Clock = std::chrono::steady_clock;
    auto kept = Clock::now();
    const auto keep = [&] {
        kept = Clock::now();
        // A cache that cannot be written is no reason to stop measuring.
        if (!place.isEmpty())
            static_cast<void>(facts_file::write(place, table));
    };
    OperationContext watched = context;
    watched.progress = [&](const Progress& progress) {
        if (context.progress)
            context.progress(progress);
        if (Clock::now() - kept > std::chrono::seconds(30))
            keep();
    };
    const std::uint64_t before = table.covered(stream, {true, true});
    Status status = fillFacts(target, stream, {true, true}, watched);
    for (const std::size_t label : labels)
        if (status.ok())
            status = fillFacts(target, label, {false, true}, {context.stop, {}, context.executor});
    if (table.covered(stream, {true, true}) != before)
        keep();
    return status;
}

bool isNamePart(QChar c) { return c.isLetterOrNumber() || c == u'_' || c == u'.'; }

}  // namespace

RecordSearch::RecordSearch(const StoreDocument& document, WorkbenchRuntime& runtime, QObject* parent)
    : QObject(parent), m_document(document), m_runtime(runtime), m_order(std::make_shared<RecordOrder>()), m_names(runtime.loader()) {}

RecordSearch::~RecordSearch() {
    cancel();
    if (m_measuring)
        m_measuring->cancel();
}

void RecordSearch::setMainStream(std::size_t stream) {
    if (stream == m_schema.main)
        return;
    m_schema.main = stream;
    Q_EMIT schemaChanged();
}

void RecordSearch::refreshSets() const {
    m_schema.tags.clear();
    m_schema.sets.clear();
    if (m_addSets)
        m_addSets(m_schema);
}

std::optional<FilterFault> RecordSearch::check(const QString& filter) const {
    refreshSets();
    const QByteArray utf8 = filter.toUtf8();
    FilterFault fault;
    if (RecordFilter::compile(utf8.toStdString(), m_schema, &fault).ok())
        return std::nullopt;
    // Positions are bytes there and characters here.
    const auto characters = [&utf8](std::size_t bytes) {
        const auto inside = std::min(static_cast<qsizetype>(bytes), utf8.size());
        return static_cast<std::size_t>(QString::fromUtf8(utf8.first(inside)).size()) + (bytes - static_cast<std::size_t>(inside));
    };
    fault.begin = characters(fault.begin);
    fault.end = std::max(characters(fault.end), fault.begin + 1);
    return fault;
}

QStringList RecordSearch::completions(const QString& filter, qsizetype cursor, qsizetype& begin) const {
    begin = std::min(cursor, filter.size());
    while (begin > 0 && isNamePart(filter[begin - 1]))
        --begin;
    const QString typed = filter.mid(begin, cursor - begin);
    refreshSets();
    QStringList words;
    for (const std::string& name : RecordFilter::names(m_schema))
        if (const QString word = QString::fromStdString(name); word.startsWith(typed, Qt::CaseInsensitive) && word != typed)
            words << word;
    return words;
}

FindTarget RecordSearch::target() const {
    return StreamSet::findTarget(m_document.streamSet(), m_document.generation(), m_document.recordCount(), m_table.get());
}

bool RecordSearch::apply(const QString& filter, const QStringList& keys) {
    const QString wanted = filter.trimmed();
    if (wanted.isEmpty() && keys.isEmpty()) {
        cancel();
        m_filter.clear();
        m_keys.clear();
        m_showsDuplicates = false;
        show(RecordOrder(m_document.recordCount()));
        return true;
    }
    if (!isReady() || !m_document.isOpen())
        return false;
    refreshSets();
    FindQuestion question;
    Result<RecordFilter> compiled = RecordFilter::compile(wanted.toStdString(), m_schema);
    if (!compiled.ok())
        return false;
    question.filter = *std::move(compiled);
    for (const QString& key : keys) {
        Result<RecordFilter> number = RecordFilter::compileNumber(key.toStdString(), m_schema);
        if (!number.ok())
            return false;
        question.keys.push_back({*std::move(number), false});
    }
    cancel();
    m_job = m_runtime.jobs().startFor<FoundRecords>(
        text::findJob(wanted), m_document.path(),
        [target = target(), table = m_table, question](const OperationContext& context) { return findRecords(target, question, context); }, this,
        [this, wanted, keys](Job& job, const Result<FoundRecords>& found) { finishSearch(job, found, wanted, keys); });
    // What was measured is known when it goes on.
    m_job->setPausable(true);
    m_job->setProperty("quiet", true);  // the views show its outcome
    connect(m_job, &Job::progressChanged, this, &RecordSearch::searchingChanged);
    connect(m_job, &Job::stateChanged, this, &RecordSearch::searchingChanged);
    Q_EMIT searchingChanged();
    return true;
}

void RecordSearch::finishSearch(const Job& job, const Result<FoundRecords>& found, const QString& filter, const QStringList& keys) {
    // The answer to an older question is not shown.
    if (m_job.data() != &job)
        return;
    Job* finished = std::exchange(m_job, nullptr);
    Q_EMIT searchingChanged();
    Q_EMIT coverageChanged();
    if (!found.ok()) {
        if (found.code() != ErrorCode::Cancelled && found.code() != ErrorCode::Closed)
            Q_EMIT failed(found.status());
        return;
    }
    m_filter = filter;
    m_keys = keys;
    m_showsDuplicates = false;
    m_unreadable = found->unreadable;
    finished->setResultText(text::foundText(found->matches, m_document.recordCount(), found->unreadable));
    show(keys.isEmpty() ? RecordOrder(toRanges(found->ranges)) : RecordOrder(found->order));
    Q_EMIT searched();
    // What is shown is its result; nobody looks for it in the list of jobs.
    QMetaObject::invokeMethod(this, [this, job = QPointer<Job>(finished)] {
        if (job)
            m_runtime.jobs().dismiss(job);
    }, Qt::QueuedConnection);
}

void RecordSearch::cancel() {
    if (!m_job)
        return;
    Job* job = std::exchange(m_job, nullptr);
    job->cancel();
    Q_EMIT searchingChanged();
}

void RecordSearch::show(RecordOrder order) {
    m_matches = order.count();
    m_order = std::make_shared<RecordOrder>(std::move(order));
    Q_EMIT orderChanged();
}

Job* RecordSearch::findDuplicates() {
    if (!isReady() || !m_document.isOpen())
        return nullptr;
    using Groups = DuplicateGroups::Groups;
    Job* started = m_runtime.jobs().startFor<Groups>(
        text::duplicatesJob(QString::fromStdString(m_schema.streams[m_schema.main].name)), m_document.path(),
        [target = target(), table = m_table, stream = m_schema.main](const OperationContext& context) { return zrecord::findDuplicates(target, stream, context); },
        this, [this, generation = m_document.generation()](Job& job, Result<Groups> groups) {
            Q_EMIT coverageChanged();
            if (!groups.ok()) {
                if (groups.code() != ErrorCode::Cancelled && groups.code() != ErrorCode::Closed)
                    Q_EMIT failed(groups.status());
                return;
            }
            if (generation != m_document.generation())
                return;  // the groups name records that have moved
            m_duplicates = DuplicateGroups(*std::move(groups));
            const std::uint64_t redundant = m_duplicates.members() - m_duplicates.groups().size();
            job.setResultText(text::duplicatesText(m_duplicates.groups().size(), redundant));
            if (!m_duplicates.isEmpty())
                showList(m_duplicates.inGroups());
            Q_EMIT duplicatesFound();
        });
    started->setPausable(true);
    return started;
}

void RecordSearch::showList(std::vector<std::uint64_t> records) {
    cancel();
    m_filter.clear();
    m_keys.clear();
    m_unreadable = 0;
    m_showsDuplicates = true;
    show(RecordOrder(std::move(records)));
}

bool RecordSearch::showGroupOf(std::uint64_t record) {
    const auto group = m_duplicates.groupOf(record);
    if (group.empty())
        return false;
    showList({group.begin(), group.end()});
    return true;
}

void RecordSearch::forgetDuplicates() {
    m_duplicates = DuplicateGroups();
    if (m_showsDuplicates)
        clear();
}

Job* RecordSearch::measure() {
    if (!isReady() || !m_document.isOpen() || m_measuring || covered() == m_document.recordCount())
        return nullptr;
    m_measuring = m_runtime.jobs().start(
        text::measureJob(QString::fromStdString(m_schema.streams[m_schema.main].name)), m_document.path(),
        [target = target(), table = m_table, stream = m_schema.main, labels = labelStreams(), streams = m_document.streamSet()](const OperationContext& context) {
            Status status = fillAndKeep(target, stream, labels, *table, facts_file::place(*streams), context);
            // The store was closed below it, for editing or for good: what was measured is kept, and nothing has failed.
            return status.code() == ErrorCode::Closed ? Status(ErrorCode::Cancelled, "the store was closed meanwhile") : status;
        },
        this, [this](Job& job, const Status& status) {
            m_measuring = nullptr;
            job.setResultText(text::coverageText(covered(), m_document.recordCount()));
            Q_EMIT coverageChanged();
            if (!status.ok() && status.code() != ErrorCode::Cancelled)
                Q_EMIT failed(status);
        });
    m_measuring->setPausable(true);
    m_measuring->setProperty("quiet", true);  // columns and histograms show its outcome
    // Columns and histograms fill while it runs.
    connect(m_measuring, &Job::progressChanged, this, &RecordSearch::coverageChanged);
    Q_EMIT coverageChanged();
    return m_measuring;
}

std::vector<std::size_t> RecordSearch::labelStreams() const {
    std::vector<std::size_t> labels;
    for (std::size_t stream = 0; stream < m_schema.streams.size(); ++stream)
        if (stream != m_schema.main && !sortKey(stream).isEmpty())
            labels.push_back(stream);
    return labels;
}

QString RecordSearch::sortKey(std::size_t stream, bool elements) const {
    if (stream >= m_schema.streams.size())
        return {};
    const FilterSchema::Stream& of = m_schema.streams[stream];
    const QString name = QString::fromStdString(of.name);
    const QString prefix = stream == m_schema.main ? QString() : name + u'.';
    if (elements)
        return prefix + QStringLiteral("elements");
    const auto count = elementCount(of.itemShape);
    const bool single = of.kind == StoreKind::Dense && count.ok() && *count == 1 && hasStatistics(of.dtype);
    return single ? prefix + QStringLiteral("value") : QString();
}

std::uint64_t RecordSearch::covered() const {
    return m_table && m_schema.main < m_table->streamCount() ? m_table->covered(m_schema.main, {true, true}) : 0;
}

std::optional<RecordFacts> RecordSearch::facts(std::uint64_t record) const {
    if (!m_table || m_schema.main >= m_table->streamCount() || record >= m_table->recordCount())
        return std::nullopt;
    const auto block = m_table->block(m_schema.main, record / FactsTable::kBlockRecords, {true, true});
    return block ? std::optional(block->facts[record - block->first]) : std::nullopt;
}

void RecordSearch::renewTable() {
    m_table = std::make_shared<FactsTable>(m_document.streams().size(), m_document.recordCount());
    Q_EMIT coverageChanged();
}

void RecordSearch::applyRemap(const IndexRemap& remap) {
    cancel();
    if (m_measuring)
        m_measuring->cancel();
    m_identity.clear();
    m_known.reset();
    if (!remap.restored().isEmpty())
        return takeBack(remap);
    // A delete that is undone brings back the very state before it.
    if (m_before.size() == kMostBefore)
        m_before.erase(m_before.begin());
    m_before.push_back({remap.removed(), known()});
    follow(remap);
    m_duplicates = m_duplicates.remapped(remap);
    show(m_order->remapped(remap));
}

void RecordSearch::follow(const IndexRemap& remap) {
    if (auto followed = m_table ? remappedFacts(*m_table, remap) : nullptr)
        m_table = std::move(followed);
    else
        renewTable();
    Q_EMIT coverageChanged();
}

void RecordSearch::takeBack(const IndexRemap& remap) {
    Known now = known();
    const bool same = !m_before.empty() && m_before.back().removed == remap.restored();
    const Known before = same ? m_before.back().known : Known();
    if (same)
        m_before.pop_back();
    else
        m_before.clear();
    if (before.table && before.table->recordCount() == remap.recordsAfter()) {
        m_table = before.table;
        m_duplicates = before.duplicates;
        Q_EMIT coverageChanged();
    } else {
        follow(remap);
        m_duplicates = m_duplicates.remapped(remap);
    }
    show(now.order->remapped(remap));
    if (now.isEverything())
        return;
    // What is shown now is what was shown then, or is asked for again: a record that came back may belong to it.
    if (before.order && before.filter == now.filter && before.keys == now.keys && before.showsDuplicates == now.showsDuplicates)
        restore(before);
    else
        askAnew(now);
}

RecordSearch::Known RecordSearch::known() const { return {m_identity, m_table, m_duplicates, m_order, m_filter, m_keys, m_showsDuplicates, m_unreadable}; }

RecordSearch::Known RecordSearch::forget() {
    Known before = known();
    m_identity.clear();
    m_duplicates = {};
    m_filter.clear();
    m_keys.clear();
    m_showsDuplicates = false;
    renewTable();
    show(RecordOrder(m_document.recordCount()));
    return before;
}

void RecordSearch::restore(const Known& known) {
    m_table = known.table;
    m_duplicates = known.duplicates;
    Q_EMIT coverageChanged();
    if (known.isEverything())
        return;
    m_filter = known.filter;
    m_keys = known.keys;
    m_showsDuplicates = known.showsDuplicates;
    m_unreadable = known.unreadable;
    show(RecordOrder(*known.order));
}

void RecordSearch::askAnew(const Known& known) {
    Q_EMIT coverageChanged();
    if (known.showsDuplicates)
        findDuplicates();
    else if (!known.isEverything())
        apply(known.filter, known.keys);
}

void RecordSearch::takeSource() {
    cancel();
    if (m_measuring)
        m_measuring->cancel();
    m_before.clear();
    if (Known before = forget(); !m_known)
        m_known = std::move(before);
    const auto streams = m_document.streamSet();
    if (!streams)
        return;
    m_names.submit([this, streams, known = *m_known, table = m_table, box = m_names.mailbox()](const std::stop_token&) {
        // The same store after editing was switched on is what it was; anything else is asked anew.
        QByteArray identity = facts_file::identity(*streams);
        const bool same = !identity.isEmpty() && identity == known.identity && known.table != nullptr;
        if (!same)
            static_cast<void>(facts_file::read(facts_file::place(*streams), *table));
        box->post([this, known, same, identity = std::move(identity), schema = streams->filterSchema()]() mutable {
            schema.main = std::min(m_schema.main, schema.streams.empty() ? 0 : schema.streams.size() - 1);
            m_schema = std::move(schema);
            m_identity = std::move(identity);
            m_known.reset();
            Q_EMIT schemaChanged();
            if (same)
                restore(known);
            else
                askAnew(known);
        });
    });
}

}  // namespace zrecord::workbench
