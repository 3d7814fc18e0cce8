#pragma once

#include <QList>
#include <QStringList>

class QMenu;
class QMenuBar;

namespace zrecord::widgets {

class ActionRegistry;
class Perspective;

/// Fills the menu bar from one table of action ids and from what the perspectives contribute. An id that nobody added is
/// left out, so that no item is ever dead.
class MenuBuilder {
public:
    MenuBuilder(QMenuBar& bar, const ActionRegistry& registry);

    void build(const QList<Perspective*>& perspectives);
    /// The submenus that the window fills itself.
    [[nodiscard]] QMenu* recentMenu() const { return m_recent; }
    [[nodiscard]] QMenu* panelsMenu() const { return m_panels; }

private:
    void addIds(QMenu* menu, const QStringList& ids);

    QMenuBar& m_bar;
    const ActionRegistry& m_registry;
    QMenu* m_recent = nullptr;
    QMenu* m_panels = nullptr;
};

}  // namespace zrecord::widgets
