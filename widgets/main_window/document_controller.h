#pragma once

#include <functional>
#include <vector>

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>

#include "widgets/common/error_banner.h"
#include "widgets/main_window/workbench_context.h"

class QWidget;

namespace zrecord {
class Status;
}

namespace zrecord::workbench {
class DocumentSession;
struct RecoveryMessage;
struct StreamVerification;
enum class UserAction;
}

namespace zrecord::widgets {

/// What the File and Store menus do: opens, closes, switches editing, reviews, applies, compacts. Owns no widget; asks
/// through dialogs only before something that cannot be undone. Owned by the main window.
class DocumentController final : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of its dialogs and outlives it.
    DocumentController(const WorkbenchContext& context, QWidget* window);

    /// A store or a folder of stores; a file that can be imported leads to the Import dialog.
    void open(const QString& path);
    void chooseAndOpen();
    /// Asks for a folder of stores; a store that is chosen stands for the set it lies in.
    void chooseAndOpenSet();
    void reload();
    void closeCurrent();
    void close(workbench::DocumentSession* session);
    /// Asks about marks and running jobs; true when the window may close now. May ask and come back later with `again`.
    [[nodiscard]] bool confirmQuit(std::function<void()> again);

    void setEditing(bool on);
    void markSelection();
    void undo();
    void redo();
    /// Lists the marks; only its Apply removes records, after a typed number when they are more than half.
    void review();
    void discard();
    void compact();
    /// Asks for a file and appends its records to the current store.
    void chooseAndAppend();
    void append(const QString& file);
    void verify();
    void computeStatistics();
    void importFile(const QString& source = {});
    /// Asks which records of the current document go where; `stream` is offered first.
    void exportRecords(std::size_t stream);
    void openSample();

Q_SIGNALS:
    void message(const QString& text);
    /// A failure for the banner; `retry` may be empty.
    void failed(const zrecord::widgets::ErrorBanner::Content& content, const std::function<void()>& retry);
    /// A store could not be opened, because it was left in the middle of a change.
    void recoveryNeeded(const zrecord::workbench::RecoveryMessage& message, const std::function<void()>& retry);
    /// Something that is no failure but must be known, such as streams of unequal length.
    void notice(const QString& title, const QString& text);
    void noticesOutdated();

private:
    void follow(workbench::DocumentSession* session);
    void reportOpened(workbench::DocumentSession* session);
    void reportVerified(const std::vector<workbench::StreamVerification>& reports);
    void reportFailure(const QString& path, const Status& status, workbench::UserAction action, const std::function<void()>& retry);
    void reportDocumentFailure(workbench::DocumentSession* session, const Status& status);
    [[nodiscard]] workbench::DocumentSession* current() const;
    void apply(workbench::DocumentSession* session);
    void startApply(workbench::DocumentSession* session);
    void exportTable(workbench::DocumentSession* session, const QString& file);

    WorkbenchContext m_context;
    QWidget* m_window;
    enum class Doing { Nothing, Enabling, Disabling, Reloading, Applying, Undoing, Redoing, Appending, Compacting, Verifying, Statistics };
    QHash<const workbench::DocumentSession*, Doing> m_doing;  ///< what the next failure of a document is about
    bool m_quitConfirmed = false;
};

}  // namespace zrecord::widgets
