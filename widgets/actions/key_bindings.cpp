#include "widgets/actions/key_bindings.h"

#include "widgets/actions/action_registry.h"
#include "workbench/settings/workbench_settings.h"

namespace zrecord::widgets {

QStringList restoreKeys(ActionRegistry& registry, const workbench::WorkbenchSettings& settings) {
    const QMap<QString, QStringList> chosen = settings.shortcuts();
    // First all of them without keys, so that two actions can have each other's.
    for (auto each = chosen.begin(); each != chosen.end(); ++each)
        registry.setShortcuts(each.key(), {});
    QStringList refused;
    for (auto each = chosen.begin(); each != chosen.end(); ++each) {
        if (registry.info(each.key()) == nullptr)
            continue;
        QList<QKeySequence> keys;
        for (const QString& name : each.value())
            keys << QKeySequence::fromString(name, QKeySequence::PortableText);
        if (registry.setShortcuts(each.key(), keys))
            continue;
        registry.setShortcuts(each.key(), registry.defaultShortcuts(each.key()));
        refused << QString(registry.info(each.key())->text).remove(u'&').remove(QChar(0x2026));
    }
    return refused;
}

void keepKeys(const ActionRegistry& registry, workbench::WorkbenchSettings& settings) {
    QMap<QString, QStringList> chosen = settings.shortcuts();
    for (const QString& id : registry.ids()) {
        const QList<QKeySequence>& now = registry.info(id)->shortcuts;
        if (now == registry.defaultShortcuts(id)) {
            chosen.remove(id);
            continue;
        }
        QStringList names;
        for (const QKeySequence& keys : now)
            names << keys.toString(QKeySequence::PortableText).remove(u' ');
        chosen.insert(id, names);
    }
    settings.setShortcuts(chosen);
}

}  // namespace zrecord::widgets
