#include "widgets/browse/browse_actions.h"

#include <QAction>
#include <QCoreApplication>

#include "widgets/actions/action_registry.h"
#include "widgets/browse/browse_perspective.h"
#include "widgets/browse/curate_actions.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/record_viewer.h"
#include "workbench/document/document_session.h"

namespace zrecord::widgets {
namespace {

using TileSize = RecordGridView::TileSize;
using Mode = BrowsePerspective::Mode;

QString tr(const char* text) {
    return QCoreApplication::translate("BrowseActions", text);
}

bool hasRecords(const WorkbenchState& state) {
    return state.records > 0;
}

bool hasSelection(const WorkbenchState& state) {
    return state.selected > 0;
}

/// The picture that is shown, if it is one.
ImageViewer* shownImage(BrowsePerspective& perspective) {
    RecordViewer& viewer = perspective.viewer();
    const bool image = viewer.page() == RecordViewer::Page::Record && viewer.viewKind() == ViewKind::Image;
    return image ? static_cast<ImageViewer*>(viewer.view(ViewKind::Image)) : nullptr;
}

void addSelectActions(ActionRegistry& registry, BrowsePerspective& perspective) {
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key, const QString& description,
                         auto enabled, auto handler) {
        registry.add({QLatin1String(id), text, tr("Select"), {}, key.isEmpty() ? QList<QKeySequence>() : QList{key}, description, {}, enabled},
                     &perspective, [&perspective, handler](bool) {
                         if (perspective.session()) {
                             handler(perspective.session()->selection());
                         }
                     });
    };
    using Selection = workbench::RecordSelection;
    add("select.all", tr("&All"), QKeySequence::SelectAll, tr("Selects every record that is shown; costs nothing, however many there are."),
        hasRecords, [](Selection& selection) { selection.selectAll(); });
    add("select.none", tr("&None"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), tr("Selects nothing; the current record stays."),
        hasSelection, [](Selection& selection) { selection.clearSelection(); });
    add("select.invert", tr("&Invert"), QKeySequence(Qt::CTRL | Qt::Key_I), tr("Selects exactly the records that are shown and not selected."),
        hasRecords, [](Selection& selection) { selection.invert(); });
}

void addModeActions(ActionRegistry& registry, BrowsePerspective& perspective) {
    BrowsePerspective* browse = &perspective;
    const struct {
        const char* id;
        QString text, icon;
        Mode mode;
        QKeySequence key;
    } kModes[] = {{"view.grid", tr("&Grid"), QStringLiteral("grid"), Mode::Grid, QKeySequence(Qt::ALT | Qt::Key_1)},
                  {"view.table", tr("&Table"), QStringLiteral("table"), Mode::Table, QKeySequence(Qt::ALT | Qt::Key_2)}};
    for (const auto& mode : kModes) {
        QAction* action = registry.add({QLatin1String(mode.id), mode.text, tr("Browse"), mode.icon, {mode.key}, {}, {}, {}, true},
                                       browse, [browse, chosen = mode.mode](bool) { browse->setMode(chosen); });
        const auto follow = [action, shown = mode.mode](Mode now) { action->setChecked(now == shown); };
        follow(browse->mode());
        QObject::connect(browse, &BrowsePerspective::modeChanged, action, follow);
        // Choosing the mode that is shown already must not uncheck it.
        QObject::connect(action, &QAction::triggered, action, [browse, follow] { follow(browse->mode()); });
    }
    const struct {
        const char* id;
        QString text;
        TileSize size;
    } kSizes[] = {{"view.tilesSmall", tr("&Small pictures"), TileSize::Small},
                  {"view.tilesMedium", tr("&Medium pictures"), TileSize::Medium},
                  {"view.tilesLarge", tr("&Large pictures"), TileSize::Large}};
    for (const auto& size : kSizes) {
        QAction* action = registry.add({QLatin1String(size.id), size.text, tr("Browse"), {}, {}, {}, {}, {}, true}, browse,
                                       [browse, chosen = size.size](bool) { browse->setTileSize(chosen); });
        const auto follow = [action, shown = size.size](TileSize now) { action->setChecked(now == shown); };
        follow(browse->grid().tileSize());
        QObject::connect(browse, &BrowsePerspective::tileSizeChanged, action, follow);
    }
    registry.add({QStringLiteral("go.random"), tr("&Random record"), tr("Go"), {}, {QKeySequence(Qt::SHIFT | Qt::Key_R)},
                  tr("Goes to a record drawn at random; the status bar names it."), {}, hasRecords},
                 browse, [browse](bool) { browse->goToRandomRecord(); });
}

void addImageActions(ActionRegistry& registry, BrowsePerspective& perspective) {
    BrowsePerspective* browse = &perspective;
    const auto add = [&](const char* id, const QString& text, const char* iconName, const QList<QKeySequence>& keys,
                         const QString& description, auto handler) {
        registry.add({QLatin1String(id), text, tr("Record"), QLatin1String(iconName), keys, description, {}, hasRecords},
                     &browse->viewer(), [browse, handler](bool) {
                         if (ImageViewer* image = shownImage(*browse)) {
                             handler(*image);
                         }
                     });
    };
    add("view.fit", tr("&Fit"), "fit", {QKeySequence(Qt::Key_F)}, tr("The picture as large as its view."),
        [](ImageViewer& image) { image.canvas().fit(); });
    add("view.actualSize", tr("&100 %"), "", {QKeySequence(Qt::CTRL | Qt::Key_0)}, tr("One picture pixel per screen pixel."),
        [](ImageViewer& image) { image.canvas().showActualSize(); });
    add("view.zoomIn", tr("Zoom &in"), "zoom-in", {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)}, {},
        [](ImageViewer& image) { image.canvas().zoomIn(); });
    add("view.zoomOut", tr("Zoom &out"), "zoom-out", {QKeySequence(Qt::Key_Minus)}, {},
        [](ImageViewer& image) { image.canvas().zoomOut(); });
    add("view.normalizeRange", tr("&Normalise range to this record"), "", {QKeySequence(Qt::Key_N)},
        tr("Takes the smallest and largest finite value of this record as the ends of the colours."),
        [](ImageViewer& image) { image.normalizeToRecord(); });
    add("view.keepRange", tr("&Keep range while stepping"), "lock", {QKeySequence(Qt::Key_K)},
        tr("Holds the present range for every record, or lets it follow again."),
        [](ImageViewer& image) { image.setRangeKept(!image.isRangeKept()); });
    const auto addStep = [&](const char* id, const QString& text, const QKeySequence& key, int delta) {
        registry.add({QLatin1String(id), text, tr("Record"), {}, {key}, {}, {}, hasRecords}, &browse->viewer(),
                     [browse, delta](bool) { browse->viewer().view(browse->viewer().viewKind())->stepSlice(delta); });
    };
    addStep("view.previousSlice", tr("&Previous channel or slice"), QKeySequence(Qt::Key_BracketLeft), -1);
    addStep("view.nextSlice", tr("Ne&xt channel or slice"), QKeySequence(Qt::Key_BracketRight), 1);
    const auto addAxis = [&](const char* id, const QString& text, const QKeySequence& key, int delta) {
        registry.add({QLatin1String(id), text, tr("Record"), {}, {key}, tr("Chooses what [ and ] step in records of many axes."), {}, hasRecords},
                     &browse->viewer(), [browse, delta](bool) { browse->viewer().view(browse->viewer().viewKind())->stepAxis(delta); });
    };
    addAxis("view.previousAxis", tr("Pre&vious axis to step"), QKeySequence(Qt::Key_BraceLeft), -1);
    addAxis("view.nextAxis", tr("Next a&xis to step"), QKeySequence(Qt::Key_BraceRight), 1);
}

void addViewActions(ActionRegistry& registry, BrowsePerspective& perspective) {
    RecordViewer* viewer = &perspective.viewer();
    // After grid and table, which are Alt+1 and Alt+2.
    const struct {
        const char* id;
        QString text;
        ViewKind kind;
        Qt::Key key;
    } kViews[] = {{"view.image", tr("Record as &image"), ViewKind::Image, Qt::Key_3},
                  {"view.plot", tr("Record as p&lot"), ViewKind::Plot, Qt::Key_4},
                  {"view.values", tr("Record as &values"), ViewKind::Values, Qt::Key_5},
                  {"view.text", tr("Record as te&xt"), ViewKind::Text, Qt::Key_6},
                  {"view.bytes", tr("Record as &bytes"), ViewKind::Bytes, Qt::Key_7},
                  {"view.shape", tr("Record as s&hape"), ViewKind::Shape, Qt::Key_9}};
    for (const auto& view : kViews) {
        registry.add({QLatin1String(view.id), view.text, tr("Record"), {}, {QKeySequence(Qt::ALT | view.key)},
                      tr("Where the record can be looked at that way; the element at the cursor stays."), {}, hasRecords},
                     &perspective, [viewer, kind = view.kind](bool) { viewer->setViewKind(kind); });
    }
}

void addCopyActions(ActionRegistry& registry, BrowsePerspective& perspective) {
    RecordViewer* viewer = &perspective.viewer();
    registry.add({QStringLiteral("edit.copyValue"), tr("&Copy value"), tr("Record"), QStringLiteral("copy"), {QKeySequence(QKeySequence::Copy)},
                  tr("The value at the cursor, with every digit."), {}, hasRecords}, viewer, [viewer](bool) { viewer->copyValue(); });
    registry.add({QStringLiteral("edit.copyRecord"), tr("Copy record for &NumPy"), tr("Record"), {}, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
                  tr("The whole record as Python text that makes an equal array."), QStringLiteral("zr get STORE INDEX"), hasRecords},
                 viewer, [viewer](bool) { viewer->copyRecord(); });
}

void documentKeys(ActionRegistry& registry) {
    const struct {
        QString text, keys;
        const char* sequences;  // of them those that no action may take
    } kKeys[] = {{tr("Previous and next record"), tr("← →"), "Left Right"},
                 {tr("Ten records back and on"), tr("Ctrl+← →"), "Ctrl+Left Ctrl+Right"},
                 {tr("Row up and down in the list, stream up and down in the record"), tr("↑ ↓"), "Up Down"},
                 {tr("First and last record"), tr("Home, End"), "Home End"},
                 {tr("Page up and down"), tr("PgUp, PgDn"), "PgUp PgDown"},
                 {tr("Extend the selection"), tr("Shift+arrows, Shift+click"), "Shift+Left Shift+Right Shift+Up Shift+Down"},
                 {tr("Current record in or out of the selection"), tr("X, Ctrl+click"), "X"},
                 {tr("Look at the current record in full size while held"), tr("Space"), "Space"},
                 {tr("Into the record"), tr("Enter"), "Return Enter"},
                 {tr("From the record back to the list"), tr("Esc"), "Esc"},
                 {tr("Play through the records, and stop"), tr("Space in the record"), ""},
                 {tr("Hide what is laid over the picture while held"), tr("H in the record"), "H"},
                 {tr("Move the cursor among pixels, values or bytes"), tr("Shift+arrows in the record"), ""},
                 {tr("Ends of the row, ten rows up or down in a picture"), tr("Shift+Home, End, PgUp, PgDn"), "Shift+Home Shift+End Shift+PgUp Shift+PgDown"},
                 {tr("From control to control"), tr("Tab, Shift+Tab"), "Tab Shift+Tab Backtab Shift+Backtab"}};
    for (const auto& key : kKeys) {
        registry.document({tr("Browse"), key.text, key.keys, keySequences(key.sequences)});
    }
}

}  // namespace

void addBrowseActions(ActionRegistry& registry, BrowsePerspective& perspective) {
    addSelectActions(registry, perspective);
    addCurateActions(registry, perspective);
    addModeActions(registry, perspective);
    addImageActions(registry, perspective);
    addViewActions(registry, perspective);
    addCopyActions(registry, perspective);
    documentKeys(registry);
}

QStringList browseMenu(const QString& menu) {
    const auto list = [](const char* ids) { return QString::fromLatin1(ids).split(u' '); };
    if (menu == u"edit") {
        return list("edit.copyValue edit.copyRecord");
    }
    if (menu == u"select") {
        return list("select.all select.none select.invert") + curateMenu(menu);
    }
    if (menu == u"go") {
        return list("go.random") + curateMenu(menu);
    }
    if (menu == u"view") {
        return QStringList{QStringLiteral("view.grid"), QStringLiteral("view.table"), QString()} +
               list("view.tilesSmall view.tilesMedium view.tilesLarge") + curateMenu(menu) + QStringList{QString()} +
               list(">views view.image view.plot view.values view.text view.bytes view.shape < >picture view.fit view.actualSize view.zoomIn view.zoomOut -") +
               list("view.normalizeRange view.keepRange view.previousSlice view.nextSlice view.previousAxis view.nextAxis <");
    }
    return {};
}

}  // namespace zrecord::widgets
