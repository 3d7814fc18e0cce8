#include "widgets/browse/tile_loader.h"

#include "workbench/document/document_session.h"

namespace zrecord::widgets {

TileLoader::TileLoader(workbench::TaskRunner& runner, QObject* parent) : QObject(parent), m_runner(runner) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kLoadingDelay);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        m_showLoading = true;
        Q_EMIT overdue();
    });
}

TileLoader::~TileLoader() = default;

void TileLoader::setSession(workbench::DocumentSession* session) {
    if (m_session) {
        m_session->thumbnails().cancel();
    }
    m_session = session;
    m_fetcher = session ? std::make_unique<workbench::RecordFetcher>(m_runner, session->cache()) : nullptr;
}

void TileLoader::load(const TileSource& source, const workbench::RecordRanges& records) {
    m_session->thumbnails().request(records);
    if (!source.labelStreams().empty()) {
        m_fetcher->request(source.labelStreams(), records);
    }
    if (!m_delay.isActive() && !m_showLoading) {
        m_delay.start();
    }
}

void TileLoader::allShown() {
    m_delay.stop();
    m_showLoading = false;
}

}  // namespace zrecord::widgets
