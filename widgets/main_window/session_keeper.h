#pragma once

#include <map>

#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>

#include "workbench/document/saved_session.h"

namespace zrecord::workbench {
class DocumentList;
class DocumentSession;
class WorkbenchSettings;
}

namespace zrecord::widgets {

class MainWindow;

/// Writes down what is open and what it looks like, every now and then and when the window closes, and opens it all again
/// tomorrow: stores, stream, perspective, filter, selection, place in the list. Read-only, as everything is opened. Owned by the
/// main window.
class SessionKeeper final : public QObject {
    Q_OBJECT

public:
    /// All outlive it.
    SessionKeeper(MainWindow& window, workbench::DocumentList& documents, workbench::WorkbenchSettings& settings);
    ~SessionKeeper() override;

    /// Opens what was open; what is not there any more is named in the status bar and left out. From now on keeps the session.
    void restore();
    /// Keeps the session from now on without opening anything: somebody has said what to open.
    void begin();
    /// Nothing is kept before restore() or begin(), nor while a session is coming back.
    void save();

Q_SIGNALS:
    void message(const QString& text);

private:
    void takeOpened(workbench::DocumentSession* session);
    void takeFailed(const QString& path);
    void finish();

    MainWindow& m_window;
    workbench::DocumentList& m_documents;
    workbench::WorkbenchSettings& m_settings;
    workbench::SavedSession m_saved;
    QHash<QString, workbench::SavedDocument> m_awaited;  ///< by path
    QTimer m_timer;
    bool m_keeping = false;
};

}  // namespace zrecord::widgets
