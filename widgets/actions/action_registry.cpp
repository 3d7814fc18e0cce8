#include "widgets/actions/action_registry.h"

#include <QAction>
#include <QWidget>

#include "widgets/theme/icon_provider.h"

namespace zrecord::widgets {

QList<QKeySequence> keySequences(const char* names) {
    QList<QKeySequence> sequences;
    for (const QString& name : QString::fromLatin1(names).split(u' ', Qt::SkipEmptyParts))
        sequences << QKeySequence::fromString(name, QKeySequence::PortableText);
    return sequences;
}

ActionRegistry::ActionRegistry(QObject* parent) : QObject(parent) {}

QAction* ActionRegistry::add(ActionInfo info, QWidget* scope, std::function<void(bool)> handler) {
    Q_ASSERT_X(!m_index.contains(info.id), "ActionRegistry::add", qPrintable(info.id));
    auto* action = new QAction(info.text, scope);
    action->setObjectName(info.id);
    action->setCheckable(info.checkable);
    action->setShortcuts(info.shortcuts);
    action->setShortcutContext(scope->isWindow() ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
    action->setMenuRole(QAction::NoRole);
    if (!info.icon.isEmpty())
        action->setIcon(icon(info.icon));
    // A menu has one place for a sign, and which choice holds matters more than its picture.
    action->setIconVisibleInMenu(!info.checkable);
    action->setStatusTip(info.description);
    action->setEnabled(!info.enabled || info.enabled(m_state));
    connect(action, &QAction::triggered, scope, [handler = std::move(handler)](bool checked) { handler(checked); });
    scope->addAction(action);
    m_index.emplace(info.id, m_entries.size());
    QList<QKeySequence> defaults = info.shortcuts;
    m_entries.push_back({std::move(info), std::move(defaults), action, scope});
    describe(m_entries.back());
    return action;
}

void ActionRegistry::describe(const Entry& entry) {
    const ActionInfo& info = entry.info;
    QString tip = QString(info.text).remove(u'&');
    if (!info.shortcuts.isEmpty())
        tip += QStringLiteral(" (%1)").arg(info.shortcuts.first().toString(QKeySequence::NativeText));
    entry.action->setToolTip(info.description.isEmpty() ? tip : tip + u'\n' + info.description);
}

bool ActionRegistry::overlap(const Entry& a, const Entry& b) { return a.scope == b.scope || a.scope->isAncestorOf(b.scope) || b.scope->isAncestorOf(a.scope); }

QList<QKeySequence> ActionRegistry::defaultShortcuts(const QString& id) const {
    const auto found = m_index.find(id);
    return found == m_index.end() ? QList<QKeySequence>() : m_entries[found->second].defaults;
}

QStringList ActionRegistry::takenBy(const QString& id, const QKeySequence& keys) const {
    QStringList texts;
    const auto found = m_index.find(id);
    if (found == m_index.end() || keys.isEmpty())
        return texts;
    const Entry& wanted = m_entries[found->second];
    for (const Entry& entry : m_entries) {
        if (&entry == &wanted || !overlap(entry, wanted))
            continue;
        for (const QKeySequence& other : entry.info.shortcuts)
            // Keys that begin a longer sequence would never arrive alone.
            if (other.matches(keys) != QKeySequence::NoMatch || keys.matches(other) != QKeySequence::NoMatch) {
                texts << QString(entry.info.text).remove(u'&').remove(QChar(0x2026));
                break;
            }
    }
    // Some panels handle the usual keys of an action themselves, too.
    const bool usual = wanted.defaults.contains(keys);
    for (const DocumentedKeys& documented : m_documented)
        for (const QKeySequence& other : documented.sequences)
            if (!usual && (other.matches(keys) != QKeySequence::NoMatch || keys.matches(other) != QKeySequence::NoMatch))
                texts << documented.text;
    texts.removeDuplicates();
    return texts;
}

bool ActionRegistry::setShortcuts(const QString& id, const QList<QKeySequence>& shortcuts) {
    const auto found = m_index.find(id);
    if (found == m_index.end())
        return false;
    for (const QKeySequence& keys : shortcuts)
        if (!takenBy(id, keys).isEmpty())
            return false;
    Entry& entry = m_entries[found->second];
    if (entry.info.shortcuts == shortcuts)
        return true;
    entry.info.shortcuts = shortcuts;
    entry.action->setShortcuts(shortcuts);
    describe(entry);
    Q_EMIT shortcutsChanged(id);
    return true;
}

QAction* ActionRegistry::action(const QString& id) const {
    const auto found = m_index.find(id);
    return found == m_index.end() ? nullptr : m_entries[found->second].action;
}

const ActionInfo* ActionRegistry::info(const QString& id) const {
    const auto found = m_index.find(id);
    return found == m_index.end() ? nullptr : &m_entries[found->second].info;
}

std::vector<QString> ActionRegistry::ids() const {
    std::vector<QString> result;
    result.reserve(m_entries.size());
    for (const Entry& entry : m_entries)
        result.push_back(entry.info.id);
    return result;
}

std::vector<QString> ActionRegistry::idsFor(const QWidget* widget) const {
    std::vector<QString> result;
    for (const Entry& entry : m_entries)
        if (widget != nullptr && (entry.scope == widget || entry.scope->isAncestorOf(widget)))
            result.push_back(entry.info.id);
    return result;
}

void ActionRegistry::setState(const WorkbenchState& state) {
    m_state = state;
    for (const Entry& entry : m_entries)
        entry.action->setEnabled(!entry.info.enabled || entry.info.enabled(state));
}

QStringList ActionRegistry::conflicts() const {
    QStringList found;
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        for (std::size_t j = i + 1; j < m_entries.size(); ++j) {
            const Entry& a = m_entries[i];
            const Entry& b = m_entries[j];
            if (!overlap(a, b))
                continue;
            for (const QKeySequence& keys : a.info.shortcuts)
                if (b.info.shortcuts.contains(keys))
                    found << QStringLiteral("%1 ~ %2: %3").arg(a.info.id, b.info.id, keys.toString());
        }
    return found;
}

}  // namespace zrecord::widgets
