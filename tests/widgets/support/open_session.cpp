#include "widgets/support/open_session.h"

#include <QCoreApplication>

namespace zrecord::widgets::test {

OpenSession::OpenSession(const std::filesystem::path& path)
    : m_runtime(m_loader, m_jobs), m_documents(m_runtime), m_session(open(path)) {}

void OpenSession::settle() {
    do {
        QCoreApplication::processEvents();
        m_jobs.settle();
        m_loader.settle();
        QCoreApplication::processEvents();
    } while (m_jobs.waiting() > 0 || m_loader.waiting() > 0);
}

void OpenSession::enableEditing() {
    m_session->document().enableEditing();
    settle();
}

workbench::DocumentSession* OpenSession::open(const std::filesystem::path& path) {
    auto* session = m_documents.open(QString::fromStdString(path.string()));
    settle();
    return session;
}

std::filesystem::path goldenStore(const char* name) {
    return std::filesystem::path(ZR_TEST_DATA) / "golden" / name;
}

}  // namespace zrecord::widgets::test
