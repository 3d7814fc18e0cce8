#include "desktop/scenarios.h"

#include <functional>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>

#include <zrecord/store.h>

#include "desktop/application.h"
#include "desktop/scenario_stores.h"
#include "desktop/stage.h"
#include "widgets/actions/action_registry.h"
#include "widgets/compare/compare_perspective.h"
#include "widgets/compare/record_pane.h"
#include "widgets/dialogs/import_dialog.h"
#include "widgets/main_window/center_area.h"
#include "widgets/main_window/document_controller.h"
#include "widgets/main_window/drop_overlay.h"
#include "widgets/viewers/record_viewer.h"
#include "workbench/document/document_session.h"

namespace zrecord::desktop {

namespace {

constexpr std::uint64_t kLargeRecords = (UINT64_C(1) << 31) + 5;

void select(Stage& stage, std::initializer_list<std::uint64_t> records) {
    stage.then([&stage, chosen = std::vector<std::uint64_t>(records)] {
        workbench::RecordRanges ranges;
        for (const std::uint64_t record : chosen)
            ranges.add(record);
        stage.session()->selection().setCurrent(chosen.back());
        stage.session()->selection().setRanges(ranges);
    });
}

void goTo(Stage& stage, std::uint64_t record) {
    stage.then([&stage, record] { stage.application().window().goToRecord(record); });
}

widgets::RecordViewer& viewerOf(Stage& stage) {
    return *stage.application().window().findChild<widgets::RecordViewer*>();
}

void browse(Stage& stage) {
    stage.openSample();
    goTo(stage, 4711);
    select(stage, {4703, 4704, 4708, 4711});
}

void table(Stage& stage) {
    stage.openSample();
    goTo(stage, 4711);
    stage.trigger(QStringLiteral("view.table"));
}

void viewer(Stage& stage) {
    stage.openSample();
    goTo(stage, 4711);
    stage.then([&stage] { stage.application().window().setStream(2); });
}

bool isIdle(Stage& stage) { return stage.application().documents().runtime().jobs().activeCount() == 0; }

void sampler(Stage& stage) {
    stage.openSample();
    goTo(stage, 4711);
    stage.trigger(QStringLiteral("perspective.sampler"));
    stage.then([&stage] { return isIdle(stage); }, [] {});
    goTo(stage, 4711);
}

void loader(Stage& stage) {
    stage.openSample();
    stage.trigger(QStringLiteral("perspective.loader"));
    for (int i = 0; i < 12; ++i)
        stage.trigger(QStringLiteral("loader.step"));
}

void dictionaries(Stage& stage) {
    stage.openSample();
    stage.trigger(QStringLiteral("perspective.dictionaries"));
    // A few candidates: a picture is soon done, also on a busy machine.
    stage.then([&stage] { stage.application().window().findChild<QLineEdit*>(QStringLiteral("dictionaryCandidates"))->setText(QStringLiteral("zstd:3 zstd:9 4K:9 16K:9")); });
    stage.trigger(QStringLiteral("dictionaries.run"));
    stage.then([&stage] { return isIdle(stage); }, [] {});
}

void bytes(Stage& stage) {
    stage.openSample();
    goTo(stage, 4711);
    stage.trigger(QStringLiteral("view.values"));
    stage.then([&stage] { return viewerOf(stage).page() == widgets::RecordViewer::Page::Record; },
               [&stage] { viewerOf(stage).view(widgets::ViewKind::Values)->setCurrentElement(407); });
    stage.trigger(QStringLiteral("view.bytes"));
}

void tensor(Stage& stage) {
    const QString folder = stage.folder() + QStringLiteral("/skeletons");
    stage.then([&stage, folder] {
        if (!makeTensorStore(folder))
            Q_EMIT stage.failed(QStringLiteral("the store of tensors could not be made"));
    });
    stage.open(folder);
    goTo(stage, 3);
    stage.trigger(QStringLiteral("view.image"));
    stage.then([&stage] { return viewerOf(stage).viewKind() == widgets::ViewKind::Image; }, [&stage] {
        workbench::ImageMappingOptions options;
        options.layout = workbench::ImageLayout::Axes;
        options.axes = {1, 2, -1};
        options.slice = {2, 0, 0, 1};
        options.map = workbench::ColorMap::Viridis;
        stage.session()->setImageOptions(0, options);
        viewerOf(stage).view(widgets::ViewKind::Image)->setCurrentElement(2 * 6'000 + 60 * 50 + 11 * 2 + 1);
    });
}

void compare(Stage& stage, bool streams) {
    stage.openSample();
    goTo(stage, 4711);
    stage.trigger(QStringLiteral("compare.pin"));
    goTo(stage, 4713);
    stage.trigger(QStringLiteral("perspective.compare"));
    stage.then([&stage, streams] {
        auto* perspective = stage.application().window().findChild<widgets::ComparePerspective*>();
        perspective->setMode(streams ? widgets::ComparePerspective::Mode::Streams : widgets::ComparePerspective::Mode::Reference);
    });
    stage.then([&stage, streams] {
        auto* perspective = stage.application().window().findChild<widgets::ComparePerspective*>();
        return streams ? !perspective->streamPanes().empty() && !perspective->streamPanes().front()->record().isNull()
                       : perspective->difference().isComparable();
    }, [] {});
}

void benchmark(Stage& stage) {
    stage.openSample();
    stage.trigger(QStringLiteral("perspective.benchmark"));
    stage.then([&stage] { stage.application().window().findChild<QLineEdit*>(QStringLiteral("benchmarkRounds"))->setText(QStringLiteral("3")); });
    stage.trigger(QStringLiteral("benchmark.run"));
    stage.then([&stage] { return isIdle(stage); }, [] {});
}

void space(Stage& stage) {
    stage.openSample();
    stage.enableEditing();
    stage.then([&stage] { stage.session()->pending().mark(workbench::RecordRanges(4'000, 300)); });
    stage.trigger(QStringLiteral("perspective.statistics"));
    stage.then([&stage] { return isIdle(stage); }, [] {});
}

void marked(Stage& stage) {
    stage.openSample();
    stage.enableEditing();
    goTo(stage, 4711);
    select(stage, {4702, 4704, 4709});
    stage.trigger(QStringLiteral("edit.mark"));
    select(stage, {4711});
}

void review(Stage& stage) {
    marked(stage);
    stage.trigger(QStringLiteral("store.review"));
}

void applied(Stage& stage) {
    stage.openSample();
    stage.enableEditing();
    stage.then([&stage] {
        workbench::RecordRanges ranges;
        for (std::uint64_t record = 0; record < stage.session()->document().recordCount(); record += 9)
            ranges.add(record);
        stage.session()->pending().mark(ranges);
    });
    stage.trigger(QStringLiteral("store.review"));
    stage.then([&stage] { stage.application().window().findChild<QPushButton*>(QStringLiteral("reviewApply"))->click(); });
    stage.then([&stage] { return stage.session()->pending().isEmpty() && !stage.session()->document().isBusy() &&
                                 !stage.session()->document().isComputingStatistics(); }, [] {});
}

void compact(Stage& stage) {
    applied(stage);
    stage.trigger(QStringLiteral("store.compact"));
    stage.then([&stage] { return stage.application().documents().runtime().jobs().activeCount() == 0; }, [] {});
}

/// Opens a store whose header was altered by `spoil`, and waits until it was refused.
void openSpoiled(Stage& stage, const QString& name, const std::function<bool(QFile&)>& spoil) {
    stage.then([&stage, name, spoil] {
        const QString folder = stage.folder() + u'/' + name;
        auto store = Store::create(folder.toStdU16String(), {});
        const bool closed = store.ok() && store->close().ok();
        QFile meta(folder + QStringLiteral("/meta.zr"));
        if (!closed || !meta.open(QIODevice::ReadWrite) || !spoil(meta))
            Q_EMIT stage.failed(QStringLiteral("the store %1 could not be made").arg(name));
        stage.application().window().controller().open(folder);
    });
    stage.then([&stage] { return stage.application().documents().sessions().empty(); }, [] {});
}

void error(Stage& stage) {
    openSpoiled(stage, QStringLiteral("damaged"), [](QFile& meta) { return meta.resize(20); });
}

/// The header says that a delete is under way, and the journal that would finish it is not there.
void recovery(Stage& stage) {
    openSpoiled(stage, QStringLiteral("interrupted"), [](QFile& meta) { return meta.write("ZRXF") == 4; });
    stage.then([&stage] { stage.application().window().findChild<QPushButton*>(QStringLiteral("recoveryBannerDetails"))->click(); });
}

void readOnly(Stage& stage) {
    stage.openSample();
    auto label = std::make_shared<QString>();
    stage.then([&stage, label] {
        *label = stage.session()->document().path() + QStringLiteral("/label");
        stage.application().window().controller().closeCurrent();
    });
    stage.then([label] {  // once the reader has let go of it
        const std::byte extra[] = {std::byte{1}, std::byte{2}, std::byte{3}};
        auto store = Store::open(label->toStdU16String(), {Access::ReadWrite, {}, false});
        return store.ok() && store->append(extra).ok() && store->close().ok();
    }, [] {});
    stage.open(stage.path().isEmpty() ? stage.folder() + QStringLiteral("/sample/shapes") : stage.path());
}

void large(Stage& stage) {
    const QString folder = stage.folder() + QStringLiteral("/large");
    stage.then([&stage, folder] {
        if (!makeSparseStore(folder, kLargeRecords))
            Q_EMIT stage.failed(QStringLiteral("the large store could not be made"));
    });
    stage.then([&stage, folder] { stage.application().window().controller().open(folder); });
    stage.then([&stage] { return stage.session() != nullptr && stage.session()->document().isOpen(); }, [] {});
    stage.trigger(QStringLiteral("view.table"));
    goTo(stage, kLargeRecords - 1);
}

void import(Stage& stage) {
    stage.then([&stage] {
        const QString file = stage.folder() + QStringLiteral("/features.npy");
        if (!makeNpyFile(file, 500))
            Q_EMIT stage.failed(QStringLiteral("the file to import could not be made"));
        stage.application().window().controller().importFile(file);
    });
    stage.then([&stage] {
        auto* dialog = stage.application().window().findChild<widgets::ImportDialog*>();
        return dialog != nullptr && dialog->preview().has_value();
    }, [] {});
}

}  // namespace

const std::vector<Scenario>& scenarios() {
    static const auto text = [](const char* plain) { return QString::fromUtf8(plain); };
    static const std::vector<Scenario> all = {
        {text("empty"), text("no store is open"), [](Stage&) {}},
        {text("loading"), text("a store takes its time to open"),
         [](Stage& stage) { stage.then([&stage] { stage.application().window().center().showLoading(QStringLiteral("Opening shapes…")); }); }},
        {text("browse"), text("pictures of an aligned set, some selected"), browse},
        {text("table"), text("the same as a table"), table},
        {text("viewer"), text("a ragged record as values"), viewer},
        {text("bytes"), text("the bytes of a record, one element marked"), bytes},
        {text("tensor"), text("a record of four axes as slices"), tensor},
        {text("compare"), text("a record beside its reference, and the difference"), [](Stage& stage) { compare(stage, false); }},
        {text("streams"), text("all streams of a set at one index"), [](Stage& stage) { compare(stage, true); }},
        {text("sampler"), text("the order in which a loader visits the records"), sampler},
        {text("loader"), text("batches of the data loader, step by step"), loader},
        {text("dictionaries"), text("codecs and dictionaries compared"), dictionaries},
        {text("benchmark"), text("gathers beside the machine's limits"), benchmark},
        {text("space"), text("where the records lie in the files"), space},
        {text("marked"), text("editing, three records marked for deletion"), marked},
        {text("review"), text("the marks before they are applied"), review},
        {text("applied"), text("marks were applied; the statistics show dead space"), applied, true},
        {text("compact"), text("the forecast before compacting"), compact, true},
        {text("error"), text("a damaged store is refused"), error},
        {text("recovery"), text("a store was left in the middle of a change"), recovery},
        {text("readonly"), text("a set with streams of unequal length"), readOnly, true},
        {text("large"), text("the last of 2 147 483 653 records"), large},
        {text("import"), text("a file before it is imported"), import},
        {text("drop"), text("a folder is dragged over the window"),
         [](Stage& stage) {
             stage.then([&stage] {
                 stage.application().window().dropOverlay().showIntent({widgets::DropIntent::Kind::OpenSet, QStringLiteral("fashion/train"),
                     QStringLiteral("Open aligned set of 2 streams, read-only"), QStringLiteral("fashion/train")});
             });
         }},
        {text("palette"), text("all actions by name"),
         [](Stage& stage) {
             browse(stage);
             stage.trigger(QStringLiteral("help.palette"));
         }},
        {text("shortcuts"), text("all keys on one page"), [](Stage& stage) { stage.trigger(QStringLiteral("help.shortcuts")); }},
        {text("about"), text("version and licences"), [](Stage& stage) { stage.trigger(QStringLiteral("help.about")); }}};
    return all;
}

const Scenario* findScenario(const QString& name) {
    QString plain = name;
    if (plain.endsWith(QLatin1String("-dark")))
        plain.chop(5);
    for (const Scenario& scenario : scenarios())
        if (scenario.name == plain)
            return &scenario;
    return nullptr;
}

}  // namespace zrecord::desktop
