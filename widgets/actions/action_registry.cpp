#include "widgets/actions/action_registry.h"

#include <QAction>
#include <QWidget>

#include "widgets/theme/icon_provider.h"

namespace zrecord::widgets {

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
    QString tip = QString(info.text).remove(u'&');
    if (!info.shortcuts.isEmpty())
        tip += QStringLiteral(" (%1)").arg(info.shortcuts.first().toString(QKeySequence::NativeText));
    action->setToolTip(info.description.isEmpty() ? tip : tip + u'\n' + info.description);
    action->setStatusTip(info.description);
    action->setEnabled(!info.enabled || info.enabled(m_state));
    connect(action, &QAction::triggered, scope, [handler = std::move(handler)](bool checked) { handler(checked); });
    scope->addAction(action);
    m_index.emplace(info.id, m_entries.size());
    m_entries.push_back({std::move(info), action, scope});
    return action;
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
            const bool overlapping = a.scope == b.scope || a.scope->isAncestorOf(b.scope) || b.scope->isAncestorOf(a.scope);
            if (!overlapping)
                continue;
            for (const QKeySequence& keys : a.info.shortcuts)
                if (b.info.shortcuts.contains(keys))
                    found << QStringLiteral("%1 ~ %2: %3").arg(a.info.id, b.info.id, keys.toString());
        }
    return found;
}

}  // namespace zrecord::widgets
