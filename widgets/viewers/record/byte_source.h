#pragma once

#include <QObject>

namespace zrecord::workbench {
class DocumentSession;
class RecordFactsLoader;
class StoredBytesLoader;
class TaskRunner;
}

namespace zrecord::widgets {

class HexViewer;

/// Answers a hex viewer's questions about a session's store: the stored bytes of a record and where they lie. GUI thread only.
class ByteSource final : public QObject {
    Q_OBJECT

public:
    /// `runner` outlives the source.
    explicit ByteSource(workbench::TaskRunner& runner, QObject* parent = nullptr);

    /// Not owned; nullptr = none. Drops what is under way.
    void setSession(workbench::DocumentSession* session);
    void serve(HexViewer& bytes);

private:
    workbench::DocumentSession* m_session = nullptr;
    workbench::StoredBytesLoader* m_stored;
    workbench::RecordFactsLoader* m_places;
};

}  // namespace zrecord::widgets
