#pragma once

#include <memory>

#include <QObject>
#include <QTimer>

#include "widgets/browse/tile_source.h"
#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {
class DocumentSession;
class RecordFetcher;
class TaskRunner;
}

namespace zrecord::widgets {

/// Has pictures and labels of tiles loaded, and knows when it has taken so long that the tiles should say so. GUI thread.
class TileLoader final : public QObject {
    Q_OBJECT

public:
    static constexpr int kLoadingDelay = 100;  // milliseconds

    /// `runner` outlives the loader.
    explicit TileLoader(workbench::TaskRunner& runner, QObject* parent = nullptr);
    ~TileLoader() override;

    /// Not owned; nullptr = none. What was under way is given up.
    void setSession(workbench::DocumentSession* session);
    /// Asks for these tiles in place of those before.
    void load(const TileSource& source, const workbench::RecordRanges& records);
    /// Everything visible is there.
    void allShown();
    [[nodiscard]] bool showsLoading() const noexcept { return m_showLoading; }

Q_SIGNALS:
    /// showsLoading() is true from now on.
    void overdue();

private:
    workbench::TaskRunner& m_runner;
    workbench::DocumentSession* m_session = nullptr;
    std::unique_ptr<workbench::RecordFetcher> m_fetcher;
    QTimer m_delay;
    bool m_showLoading = false;
};

}  // namespace zrecord::widgets
