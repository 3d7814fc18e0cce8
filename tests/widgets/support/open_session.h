#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include <QString>
#include <QTemporaryDir>

#include "workbench/document/document_list.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/support/manual_task_runner.h"

namespace zrecord::widgets::test {

/// One document open in a runtime whose work runs only when the test says so. Loads of views wait in loader(); opening,
/// editing and applying are settled by the functions that start them.
class OpenSession {
public:
    explicit OpenSession(const std::filesystem::path& path);

    [[nodiscard]] workbench::DocumentSession& session() { return *m_session; }
    [[nodiscard]] workbench::RecordSelection& selection() { return m_session->selection(); }
    [[nodiscard]] workbench::DocumentList& documents() { return m_documents; }
    [[nodiscard]] workbench::test::ManualTaskRunner& loader() { return m_loader; }
    [[nodiscard]] workbench::WorkbenchRuntime& runtime() { return m_runtime; }
    /// Lets everything that waits run, also what it starts in turn.
    void settle();
    void enableEditing();
    /// Opens another store beside it.
    workbench::DocumentSession* open(const std::filesystem::path& path);

private:
    workbench::test::ManualTaskRunner m_loader;
    workbench::test::ManualTaskRunner m_jobs;
    workbench::WorkbenchRuntime m_runtime;
    workbench::DocumentList m_documents;
    workbench::DocumentSession* m_session;
};

/// A folder that goes with the test.
class StoreFolder {
public:
    [[nodiscard]] std::filesystem::path path(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private:
    QTemporaryDir m_folder;
};

/// A store of the golden data, by its path below tests/data/golden.
[[nodiscard]] std::filesystem::path goldenStore(const char* name);

}  // namespace zrecord::widgets::test
