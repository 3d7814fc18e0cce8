#pragma once

#include <functional>
#include <map>
#include <vector>

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include "widgets/actions/workbench_state.h"

class QAction;
class QWidget;

namespace zrecord::widgets {

/// What the menus, the palette and the shortcut sheet say about one action.
struct ActionInfo {
    QString id;                      ///< "store.compact"; unique
    QString text;                    ///< translated, with mnemonic, "…" when it asks for more first
    QString category;                ///< translated heading of palette and shortcut sheet: "File", "Browse"
    QString icon;                    ///< name in resources/icons, may be empty
    QList<QKeySequence> shortcuts;   ///< the first is shown
    QString description;             ///< one sentence for tool tip and status bar
    QString command;                 ///< equivalent `zr` command, may be empty
    std::function<bool(const WorkbenchState&)> enabled;  ///< empty = always
    bool checkable = false;
};

/// Keys that a panel handles itself (arrows, pages), listed so that the shortcut sheet can show them.
struct DocumentedKeys {
    QString category;
    QString text;
    QString keys;
    QList<QKeySequence> sequences = {};  ///< the same; no action may have them
};

/// "Ctrl+Left X": keys in Qt's portable names with blanks between them.
[[nodiscard]] QList<QKeySequence> keySequences(const char* names);

/// Every action of the window in one list. Owned by the main window; GUI thread only.
/// An id may be added once; two actions with the same shortcut in overlapping scopes are reported by conflicts().
class ActionRegistry final : public QObject {
    Q_OBJECT

public:
    explicit ActionRegistry(QObject* parent = nullptr);

    /// Adds an action that is live in the whole window (`scope` = the window) or only while focus is inside `scope`
    /// (any other widget). The handler gets the checked state (false for plain actions). The action belongs to `scope`.
    QAction* add(ActionInfo info, QWidget* scope, std::function<void(bool)> handler);

    /// A line of the shortcut sheet for keys without an action.
    void document(DocumentedKeys keys) { m_documented.push_back(std::move(keys)); }
    [[nodiscard]] const std::vector<DocumentedKeys>& documentedKeys() const { return m_documented; }

    [[nodiscard]] QAction* action(const QString& id) const;  ///< nullptr when there is none
    [[nodiscard]] const ActionInfo* info(const QString& id) const;
    [[nodiscard]] std::vector<QString> ids() const;          ///< in the order in which they were added
    /// Ids of actions whose scope is, or holds, `widget`.
    [[nodiscard]] std::vector<QString> idsFor(const QWidget* widget) const;

    /// Recomputes what is enabled.
    void setState(const WorkbenchState& state);
    [[nodiscard]] const WorkbenchState& state() const { return m_state; }

    /// Keys that an action has unless somebody chose others.
    [[nodiscard]] QList<QKeySequence> defaultShortcuts(const QString& id) const;
    /// What else these keys do where the action is live: texts of actions, or of keys that a panel handles itself. Empty = free.
    [[nodiscard]] QStringList takenBy(const QString& id, const QKeySequence& keys) const;
    /// Other keys for an action, the first is shown; none = no keys. False, and nothing changed, when one of them is taken.
    bool setShortcuts(const QString& id, const QList<QKeySequence>& shortcuts);

    /// Pairs of ids that answer to the same keys in the same place, as "a ~ b: Ctrl+X". Empty = fine.
    [[nodiscard]] QStringList conflicts() const;

Q_SIGNALS:
    void shortcutsChanged(const QString& id);

private:
    struct Entry {
        ActionInfo info;
        QList<QKeySequence> defaults;
        QAction* action = nullptr;
        QWidget* scope = nullptr;
    };
    static void describe(const Entry& entry);
    [[nodiscard]] static bool overlap(const Entry& a, const Entry& b);

    std::vector<Entry> m_entries;
    std::map<QString, std::size_t> m_index;
    std::vector<DocumentedKeys> m_documented;
    WorkbenchState m_state;
};

}  // namespace zrecord::widgets
