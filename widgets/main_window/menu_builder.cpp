#include "widgets/main_window/menu_builder.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

#include "widgets/actions/action_registry.h"
#include "widgets/main_window/perspective.h"
#include "widgets/theme/icon_provider.h"

namespace zrecord::widgets {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("MenuBuilder", text); }

// "" is a separator, "*" the place of what perspectives contribute, "%recent" and "%panels" are menus filled elsewhere; what
// stands between ">name" and "<" goes into a menu of its own.
struct MenuRow {
    const char* key;
    const char* title;
    const char* ids;
};

constexpr MenuRow kMenus[] = {
    {"file", QT_TRANSLATE_NOOP("MenuBuilder", "&File"),
     "file.open file.openSet %recent file.reload file.close - file.import file.export - file.restoreSession file.quit"},
    {"edit", QT_TRANSLATE_NOOP("MenuBuilder", "&Edit"), "edit.undo edit.redo - edit.mark - * - edit.keys"},
    {"select", QT_TRANSLATE_NOOP("MenuBuilder", "Se&lect"), "*"},
    {"view", QT_TRANSLATE_NOOP("MenuBuilder", "&View"),
     "perspective.browse perspective.compare * - >appearance view.themeSystem view.themeLight view.themeDark - view.largerText view.smallerText view.defaultText < "
     "%panels >layouts view.layoutCurate view.layoutInspect view.layoutMeasure - view.resetLayout < view.fullScreen"},
    {"go", QT_TRANSLATE_NOOP("MenuBuilder", "&Go"), "go.to go.filter go.back go.forward - * - view.nextPane view.previousPane view.menuBar"},
    {"store", QT_TRANSLATE_NOOP("MenuBuilder", "&Store"),
     "store.editing - store.review store.discard - store.append - store.statistics store.verify store.compact - jobs.cancel"},
    {"measure", QT_TRANSLATE_NOOP("MenuBuilder", "&Measure"),
     "perspective.sampler perspective.dictionaries perspective.loader perspective.statistics perspective.benchmark - *"},
    {"help", QT_TRANSLATE_NOOP("MenuBuilder", "&Help"),
     "help.palette help.shortcuts - help.sample help.performance help.diagnostics - help.about"}};

QString submenuTitle(const QString& name) {
    if (name == u"appearance")
        return tr("A&ppearance");
    if (name == u"layouts")
        return tr("&Layout");
    if (name == u"views")
        return tr("Record &as");
    return name == u"picture" ? tr("P&icture") : name;
}

}  // namespace

MenuBuilder::MenuBuilder(QMenuBar& bar, const ActionRegistry& registry) : m_bar(bar), m_registry(registry) {}

void MenuBuilder::addIds(QMenu* whole, const QStringList& ids) {
    QMenu* menu = whole;
    for (const QString& id : ids) {
        if (id.startsWith(u'>')) {
            menu = whole->addMenu(submenuTitle(id.mid(1)));
        } else if (id == u"<") {
            if (menu->isEmpty())
                delete menu;  // nothing of it exists in this window
            menu = whole;
        } else if (id.isEmpty() || id == u"-") {
            if (!menu->isEmpty() && !menu->actions().constLast()->isSeparator())
                menu->addSeparator();
        } else if (id == u"%recent") {
            m_recent = menu->addMenu(icon(QStringLiteral("clock")), tr("Open &recent"));
        } else if (id == u"%panels") {
            m_panels = menu->addMenu(tr("&Panels"));
        } else if (QAction* action = m_registry.action(id)) {
            menu->addAction(action);
        }
    }
}

void MenuBuilder::build(const QList<Perspective*>& perspectives) {
    for (const MenuRow& row : kMenus) {
        QStringList ids;
        for (const QString& id : QString::fromLatin1(row.ids).split(u' ')) {
            if (id != u"*") {
                ids << id;
                continue;
            }
            for (const Perspective* perspective : perspectives)
                ids << QString() << perspective->menuActions(QString::fromLatin1(row.key));
        }
        auto* menu = new QMenu(tr(row.title), &m_bar);
        menu->setObjectName(QStringLiteral("menu.") + QLatin1String(row.key));
        menu->setToolTipsVisible(false);
        addIds(menu, ids);
        while (!menu->isEmpty() && menu->actions().constLast()->isSeparator())
            delete menu->actions().constLast();
        if (menu->isEmpty())
            delete menu;
        else
            m_bar.addMenu(menu);
    }
}

}  // namespace zrecord::widgets
