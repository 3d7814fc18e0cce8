#pragma once

#include <vector>

#include <QObject>
#include <QString>

#include "workbench/document/document_session.h"

namespace zrecord::workbench {

class CurationLog;

/// The documents of the window and which one is current. GUI thread.
class DocumentList : public QObject {
    Q_OBJECT
public:
    explicit DocumentList(WorkbenchRuntime& runtime, QObject* parent = nullptr);
    ~DocumentList() override;

    /// Opens a store or an aligned set and makes it current once it is open. A path that is open already becomes
    /// current at once. Ends with documentOpened() or openFailed().
    DocumentSession* open(const QString& path);
    /// Closes without asking about marks; the window asks first.
    void close(DocumentSession* session);
    void closeAll();

    [[nodiscard]] const std::vector<DocumentSession*>& sessions() const noexcept { return m_sessions; }
    [[nodiscard]] DocumentSession* find(const QString& path) const;
    [[nodiscard]] DocumentSession* current() const noexcept { return m_current; }
    void setCurrent(DocumentSession* session);  ///< nullptr or one of sessions()
    /// What was done to all of them.
    [[nodiscard]] CurationLog& log() const noexcept { return *m_log; }
    [[nodiscard]] WorkbenchRuntime& runtime() const noexcept { return m_runtime; }

Q_SIGNALS:
    void sessionAdded(zrecord::workbench::DocumentSession* session);
    void sessionAboutToBeRemoved(zrecord::workbench::DocumentSession* session);
    void sessionRemoved();
    void documentOpened(zrecord::workbench::DocumentSession* session);
    void openFailed(const QString& path, const zrecord::Status& status);
    void currentChanged(zrecord::workbench::DocumentSession* session);

private:
    WorkbenchRuntime& m_runtime;
    std::vector<DocumentSession*> m_sessions;
    DocumentSession* m_current = nullptr;
    void logActions(DocumentSession* session);

    CurationLog* m_log;
};

}  // namespace zrecord::workbench
