#include "widgets/viewers/record/byte_source.h"

#include "widgets/viewers/hex_viewer.h"
#include "workbench/document/document_session.h"
#include "workbench/fetch/record_facts_loader.h"
#include "workbench/fetch/stored_bytes_loader.h"
#include "workbench/messages/user_message.h"

namespace zrecord::widgets {

ByteSource::ByteSource(workbench::TaskRunner& runner, QObject* parent)
    : QObject(parent), m_stored(new workbench::StoredBytesLoader(runner, this)), m_places(new workbench::RecordFactsLoader(runner, this)) {}

void ByteSource::setSession(workbench::DocumentSession* session) {
    m_stored->cancel();
    m_places->cancel();
    m_session = session;
}

void ByteSource::serve(HexViewer& bytes) {
    connect(&bytes, &HexViewer::storedWanted, this, [this](std::size_t stream, std::uint64_t index) {
        if (m_session && m_session->document().isOpen()) {
            m_stored->request(m_session->document().streamSet(), stream, index);
        }
    });
    connect(&bytes, &HexViewer::storageWanted, this, [this](std::size_t stream, std::uint64_t index) {
        if (m_session && m_session->document().isOpen()) {
            m_places->request(m_session->document().streamSet(), stream, index);
        }
    });
    connect(m_places, &workbench::RecordFactsLoader::located, &bytes,
            [this, &bytes](std::size_t stream, std::uint64_t index, const RecordLocation& location) {
                if (m_session && m_session->document().isOpen() && stream < m_session->document().streams().size()) {
                    bytes.showStorage(stream, index, {location, m_session->document().streams()[stream].summary.codec,
                                                      m_session->document().streamSet()->dictionaryId(stream)});
                }
            });
    connect(m_stored, &workbench::StoredBytesLoader::loaded, &bytes, &HexViewer::showStored);
    connect(m_stored, &workbench::StoredBytesLoader::failed, &bytes,
            [&bytes](std::size_t stream, std::uint64_t index, const Status& status) {
                bytes.showStoredFailure(stream, index, workbench::userMessage(status, workbench::UserAction::ReadRecord).title);
            });
}

}  // namespace zrecord::widgets
