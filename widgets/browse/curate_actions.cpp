#include "widgets/browse/curate_actions.h"

#include <algorithm>
#include <random>
#include <unordered_set>

#include <QAction>
#include <QCoreApplication>
#include <QFileDialog>
#include <QInputDialog>
#include <QRandomGenerator>

#include <zrecord/record_selection.h>

#include "widgets/actions/action_registry.h"
#include "widgets/browse/browse_perspective.h"
#include "widgets/browse/record_table.h"
#include "widgets/browse/record_table_view.h"
#include "widgets/dialogs/tag_box.h"
#include "workbench/curate/record_tags.h"
#include "workbench/curate/selection_file.h"
#include "workbench/curate/tag_keeper.h"
#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/fact_text.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/selection/record_order.h"

namespace zrecord::widgets {

namespace {

using workbench::RecordRanges;

constexpr int kMostDrawn = 10'000'000;

QString tr(const char* text) { return QCoreApplication::translate("CurateActions", text); }

bool hasRecords(const WorkbenchState& state) { return state.records > 0; }
bool hasSelection(const WorkbenchState& state) { return state.selected > 0; }

/// Distinct rows, all equally likely (Floyd's method); ascending.
std::vector<std::uint64_t> drawRows(std::uint64_t count, std::uint64_t wanted, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::unordered_set<std::uint64_t> drawn;
    for (std::uint64_t last = count - wanted; last < count; ++last) {
        const std::uint64_t row = std::uniform_int_distribution<std::uint64_t>(0, last)(random);
        drawn.insert(drawn.contains(row) ? last : row);
    }
    std::vector<std::uint64_t> rows(drawn.begin(), drawn.end());
    std::sort(rows.begin(), rows.end());
    return rows;
}

void choose(BrowsePerspective& perspective, RecordRanges records, const QString& what) {
    auto& selection = perspective.session()->selection();
    if (!records.isEmpty()) {
        selection.select(records.nth(0));
        selection.setRanges(std::move(records));
    }
    Q_EMIT perspective.message(what);
}

void askForRange(BrowsePerspective& perspective) {
    auto* dialog = new QInputDialog(&perspective);
    dialog->setObjectName(QStringLiteral("rangeDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Select range"));
    dialog->setLabelText(tr("Records, such as 10:20, -100:, ::1000 or 4711, blanks between them"));
    QObject::connect(dialog, &QInputDialog::textValueSelected, &perspective, [&perspective](const QString& text) {
        if (!perspective.session())
            return;
        RecordRanges records;
        for (const QString& part : text.split(u' ', Qt::SkipEmptyParts)) {
            const Result<IndexRange> range = parseSelector(part.toStdString(), perspective.session()->document().recordCount());
            if (!range.ok()) {
                Q_EMIT perspective.message(workbench::userMessage(range.status()).oneLine());
                return;
            }
            if (range->step == 1)
                records.add(range->start, range->count);
            for (std::uint64_t i = 0; range->step != 1 && i < range->count; ++i)
                records.add(range->start + i * static_cast<std::uint64_t>(range->step));
        }
        const QString what = tr("%1 selected").arg(workbench::recordsText(records.count()));
        choose(perspective, std::move(records), what);
    });
    dialog->open();
}

void askForRandom(BrowsePerspective& perspective) {
    const std::uint64_t shown = perspective.session()->order().count();
    auto* dialog = new QInputDialog(&perspective);
    dialog->setObjectName(QStringLiteral("randomDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, static_cast<int>(std::min<std::uint64_t>(shown, kMostDrawn)));
    dialog->setIntValue(static_cast<int>(std::min<std::uint64_t>(shown, 100)));
    dialog->setWindowTitle(tr("Select random records"));
    dialog->setLabelText(tr("How many of the records that are shown"));
    QObject::connect(dialog, &QInputDialog::intValueSelected, &perspective, [&perspective](int wanted) {
        if (!perspective.session())
            return;
        const workbench::RecordOrder& order = perspective.session()->order();
        const std::uint64_t seed = QRandomGenerator::global()->generate();
        std::vector<std::uint64_t> records;
        for (const std::uint64_t row : drawRows(order.count(), std::min<std::uint64_t>(order.count(), static_cast<std::uint64_t>(wanted)), seed))
            records.push_back(order.recordAt(row));
        choose(perspective, RecordRanges::fromIndices(records), tr("%1 drawn at random, seed %2").arg(workbench::recordsText(records.size())).arg(seed));
    });
    dialog->open();
}

void saveSelection(BrowsePerspective& perspective) {
    auto* dialog = new QFileDialog(&perspective, tr("Save the selection"), perspective.session()->document().path() + QStringLiteral(".selection.txt"), tr("Record numbers (*.txt)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QObject::connect(dialog, &QFileDialog::fileSelected, &perspective, [&perspective, records = perspective.session()->selection().ranges()](const QString& path) {
        const Status status = workbench::selection_file::write(path, records);
        Q_EMIT perspective.message(status.ok() ? tr("Saved %1; zr takes the file with --indices.").arg(path) : workbench::userMessage(status).oneLine());
    });
    dialog->open();
}

void loadSelection(BrowsePerspective& perspective) {
    auto* dialog = new QFileDialog(&perspective, tr("Load a selection"), perspective.session()->document().path(), tr("Record numbers (*.txt);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, &perspective, [&perspective](const QString& path) {
        if (!perspective.session())
            return;
        Result<RecordRanges> records = workbench::selection_file::read(path, perspective.session()->document().recordCount());
        if (!records.ok()) {
            Q_EMIT perspective.message(workbench::userMessage(records.status()).oneLine());
            return;
        }
        const QString what = tr("%1 selected from %2").arg(workbench::recordsText(records->count()), path);
        choose(perspective, *std::move(records), what);
    });
    dialog->open();
}

void goToUnreviewed(BrowsePerspective& perspective) {
    workbench::DocumentSession& session = *perspective.session();
    const workbench::RecordOrder& order = session.order();
    session.keeper().keepReviewed();
    const RecordRanges& seen = session.tags().reviewed();
    const std::uint64_t here = session.selection().currentRow();
    // At most as many rows are passed over as have been seen.
    for (std::uint64_t step = 1; step < order.count(); ++step) {
        const std::uint64_t record = order.recordAt((here + step) % order.count());
        if (!seen.contains(record))
            return perspective.goToRecord(record);
    }
    Q_EMIT perspective.message(tr("Every record that is shown has been looked at."));
}

void showFactColumns(BrowsePerspective& perspective, bool on) {
    workbench::DocumentSession& session = *perspective.session();
    QStringList facts;
    if (on) {
        facts = workbench::text::factNames();
        const auto& streams = session.search().schema().streams;
        const std::size_t main = session.search().mainStream();
        if (main < streams.size() && !hasStatistics(streams[main].dtype))
            facts = {QStringLiteral("stored"), QStringLiteral("ratio"), QStringLiteral("hash")};
        else if (main < streams.size() && streams[main].kind == StoreKind::Dense)
            facts.removeOne(QStringLiteral("elements"));
        session.search().measure();
        perspective.setMode(BrowsePerspective::Mode::Table);
    }
    session.table().setFactColumns(facts);
}

}  // namespace

void addCurateActions(ActionRegistry& registry, BrowsePerspective& perspective) {
    BrowsePerspective* browse = &perspective;
    const auto add = [&](const char* id, const QString& text, const QString& category, const char* iconName, const QKeySequence& key, const QString& description,
                         const char* command, auto enabled, auto handler) {
        registry.add({QLatin1String(id), text, category, QLatin1String(iconName), key.isEmpty() ? QList<QKeySequence>() : QList{key}, description, QLatin1String(command), enabled},
                     browse, [browse, handler](bool) {
                         if (browse->session())
                             handler(*browse);
                     });
    };
    const QString select = tr("Select");
    add("select.range", tr("&Range…"), select, "", {}, tr("Selects records by number: 10:20, -100:, ::1000."), "", hasRecords, askForRange);
    add("select.random", tr("Ra&ndom…"), select, "", {}, tr("Selects so many of the records that are shown, drawn at random."), "", hasRecords, askForRandom);
    add("select.duplicates", tr("&Duplicates"), select, "copy", QKeySequence(Qt::CTRL | Qt::Key_D),
        tr("Shows the records of the shown stream that are equal, and selects all but the first of each group."), "zr find STORE --duplicates", hasRecords,
        [](BrowsePerspective& of) { of.session()->search().findDuplicates(); });
    add("select.duplicatesOfThis", tr("Duplicates of &this"), select, "", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), tr("Shows the records that are equal to the current one."), "", hasRecords,
        [](BrowsePerspective& of) { of.showDuplicatesOfCurrent(); });
    add("select.save", tr("&Save selection…"), select, "", {}, tr("Writes the numbers of the selected records into a file that zr takes with --indices."), "", hasSelection, saveSelection);
    add("select.load", tr("&Load selection…"), select, "", {}, tr("Selects the records whose numbers stand in a file."), "", hasRecords, loadSelection);
    add("tag.box", tr("Ta&g…"), tr("Tags"), "", QKeySequence(Qt::Key_T), tr("Puts a tag on the selected records, or takes it off. The keys 1 to 9 do the same."), "", hasRecords, [](BrowsePerspective& of) {
        auto* box = new TagBox(*of.session(), &of);
        box->open();
    });
    add("go.nextUnreviewed", tr("Next &unreviewed record"), tr("Go"), "", QKeySequence(Qt::Key_U), tr("Goes to the next record that nobody has looked at yet. What was looked at is kept with the tags."), "",
        hasRecords, goToUnreviewed);
    add("view.sort", tr("S&ort by this column"), tr("Table"), "", QKeySequence(Qt::ALT | Qt::Key_S), tr("Up, then down, then no more. A click on the column's head does the same."), "zr find STORE --sort=KEY", hasRecords,
        [](BrowsePerspective& of) { of.table().table().sortByCurrentColumn(false); });
    add("view.sortAlso", tr("Sort also by this &column"), tr("Table"), "", QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_S), tr("Where records are equal in the columns sorted by so far. Shift+click does the same."), "",
        hasRecords, [](BrowsePerspective& of) { of.table().table().sortByCurrentColumn(true); });
    registry.add({QStringLiteral("view.factColumns"), tr("Statistics c&olumns"), tr("Table"), QStringLiteral("values"), {QKeySequence(Qt::ALT | Qt::Key_8)},
                  tr("Shows or hides columns with min, max, mean, std, stored bytes and more of every record; measured in the background."), {}, hasRecords},
                 browse, [browse](bool) {
                     if (browse->session())
                         showFactColumns(*browse, browse->session()->table().factColumns().isEmpty());
                 });
    registry.document({tr("Tags"), tr("Put a tag on the selected records, or take it off"), tr("1 … 9"), keySequences("1 2 3 4 5 6 7 8 9")});
}

QStringList curateMenu(const QString& menu) {
    const auto list = [](const char* ids) { return QString::fromLatin1(ids).split(u' '); };
    if (menu == u"select")
        return QStringList{QString()} + list("select.range select.random") + QStringList{QString()} + list("select.duplicates select.duplicatesOfThis") + QStringList{QString()} +
               list("select.save select.load") + QStringList{QString(), QStringLiteral("tag.box")};
    if (menu == u"go")
        return list("go.nextUnreviewed");
    if (menu == u"view")
        return QStringList{QString()} + list("view.factColumns view.sort view.sortAlso");
    return {};
}

}  // namespace zrecord::widgets
