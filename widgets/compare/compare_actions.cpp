#include "widgets/compare/compare_actions.h"

#include <QAction>
#include <QCoreApplication>

#include "widgets/actions/action_registry.h"
#include "widgets/compare/compare_perspective.h"
#include "widgets/compare/record_pane.h"
#include "widgets/viewers/image_canvas.h"
#include "widgets/viewers/image_viewer.h"

namespace zrecord::widgets {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("CompareActions", text);
}

bool hasRecords(const WorkbenchState& state) {
    return state.records > 0;
}

void addPictureActions(ActionRegistry& registry, ComparePerspective& perspective) {
    ComparePerspective* compare = &perspective;
    const auto add = [&](const char* id, const QString& text, const QList<QKeySequence>& keys, auto handler) {
        registry.add({QLatin1String(id), text, tr("Compare"), {}, keys, {}, {}, hasRecords}, compare, [compare, handler](bool) {
            if (ImageViewer* picture = compare->keyPane().picture())
                handler(picture->canvas());
        });
    };
    add("compare.fit", tr("&Fit all"), {QKeySequence(Qt::Key_F)}, [](ImageCanvas& canvas) { canvas.fit(); });
    add("compare.actualSize", tr("All at &100 %"), {QKeySequence(Qt::CTRL | Qt::Key_0)}, [](ImageCanvas& canvas) { canvas.showActualSize(); });
    add("compare.zoomIn", tr("Zoom all &in"), {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)}, [](ImageCanvas& canvas) { canvas.zoomIn(); });
    add("compare.zoomOut", tr("Zoom all &out"), {QKeySequence(Qt::Key_Minus)}, [](ImageCanvas& canvas) { canvas.zoomOut(); });
    const auto addStep = [&](const char* id, const QString& text, const QKeySequence& key, int delta) {
        registry.add({QLatin1String(id), text, tr("Compare"), {}, {key}, {}, {}, hasRecords}, compare, [compare, delta](bool) {
            if (RecordView* view = compare->keyPane().shownView())
                view->stepSlice(delta);
        });
    };
    addStep("compare.previousSlice", tr("&Previous channel or slice of all"), QKeySequence(Qt::Key_BracketLeft), -1);
    addStep("compare.nextSlice", tr("Ne&xt channel or slice of all"), QKeySequence(Qt::Key_BracketRight), 1);
}

}  // namespace

void addCompareActions(ActionRegistry& registry, ComparePerspective& perspective) {
    ComparePerspective* compare = &perspective;
    registry.add({QStringLiteral("compare.pin"), tr("&Pin as reference"), tr("Compare"), {}, {QKeySequence(Qt::Key_C)},
                  tr("Makes the current record the one that others are compared with."), {}, hasRecords},
                 compare->window(), [compare](bool) { compare->pinCurrent(); });
    registry.add({QStringLiteral("compare.difference"), tr("Show &difference"), tr("Compare"), {}, {QKeySequence(Qt::Key_D)},
                  tr("Shows or hides what the record has more or less than the reference."), {}, hasRecords},
                 compare, [compare](bool) { compare->setDifferenceShown(!compare->isDifferenceShown()); });
    registry.add({QStringLiteral("compare.streams"), tr("All &streams side by side"), tr("Compare"), {}, {QKeySequence(Qt::Key_S)},
                  tr("All streams of the set at the current index, or the record beside its reference again."), {},
                  [](const WorkbenchState& state) { return state.streams > 1; }},
                 compare, [compare](bool) {
                     using Mode = ComparePerspective::Mode;
                     compare->setMode(compare->mode() == Mode::Streams ? Mode::Reference : Mode::Streams);
                 });
    addPictureActions(registry, perspective);
    registry.document({tr("Compare"), tr("Show the reference in place of the record while held"), tr("Shift")});
    registry.document({tr("Compare"), tr("Previous and next record, ten with Ctrl; stream"), tr("← →, ↑ ↓")});
}

QStringList compareMenu(const QString& menu) {
    if (menu == u"view")
        return QStringLiteral("compare.pin compare.difference compare.streams").split(u' ');
    return {};
}

}  // namespace zrecord::widgets
