#pragma once

#include <cstddef>
#include <cstdint>

#include <QString>
#include <QWidget>

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class ActionRegistry;

/// One tab in the middle of the window. The main window owns it and knows nothing else about it.
class Perspective : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    [[nodiscard]] virtual QString id() const = 0;     ///< "browse"; stable, used for settings and scenarios
    [[nodiscard]] virtual QString title() const = 0;  ///< translated, on the tab

    /// Adds this perspective's actions, scoped to itself or to one of its children. Called once, before the first document.
    virtual void contributeActions(ActionRegistry& registry) = 0;
    /// Ids of its actions for the window's menus, in order; an empty string is a separator, ">name" … "<"
    /// a menu of its own (MenuBuilder). Menus: "edit", "select", "view".
    [[nodiscard]] virtual QStringList menuActions(const QString& menu) const = 0;

    /// The document to show with its selection, marks and caches; not owned, nullptr = none. The main window calls it with
    /// nullptr before a document goes.
    virtual void setDocument(workbench::DocumentSession* session) = 0;
    /// The stream of an aligned set to show; 0 for a single store. Called after setDocument() and whenever the user chooses.
    virtual void setStream(std::size_t stream) = 0;
    /// Brings record `index` into view and makes it current. The caller has checked the range.
    virtual void goToRecord(std::uint64_t index) = 0;
    /// What of a document this perspective finds again tomorrow, as text; empty when there is nothing.
    [[nodiscard]] virtual QString savedView(workbench::DocumentSession* session) const { static_cast<void>(session); return {}; }
    /// The same for the document that is shown now.
    virtual void restoreView(const QString& view) { static_cast<void>(view); }
    /// The panes between which F6 moves the focus, in order.
    [[nodiscard]] virtual QList<QWidget*> panes() const = 0;

Q_SIGNALS:
    /// The user chose another stream inside the perspective.
    void streamChanged(std::size_t stream);
    /// Something that the status bar shows for a few seconds.
    void message(const QString& text);
};

}  // namespace zrecord::widgets
