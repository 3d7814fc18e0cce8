#pragma once

#include <vector>

#include <QDialog>
#include <QPointer>

#include <zrecord/store_stats.h>

#include "widgets/common/text_label.h"

class QProgressBar;
class QPushButton;

namespace zrecord {
class Status;
}

namespace zrecord::workbench {
class Job;
class StoreDocument;
struct CompactedStreams;
}

namespace zrecord::widgets {

class KeyValueList;

/// Says what compacting means, what it would give back and need, does it with progress, and shows before and after.
/// Cancel stops and leaves the store as it was; it never performs the action. Deletes itself when closed.
class CompactDialog final : public QDialog {
    Q_OBJECT

public:
    CompactDialog(workbench::StoreDocument& document, QWidget* parent);

public Q_SLOTS:
    void reject() override;

private:
    void showForecast(const std::vector<CompactionForecast>& forecasts);
    void start();
    void showProgress();
    void showResult(const workbench::CompactedStreams& result);
    void showFailure(const Status& status);
    void setVerdict(const QString& text, Tone tone);

    workbench::StoreDocument& m_document;
    QPointer<workbench::Job> m_job;
    bool m_running = false;
    KeyValueList* m_figures;
    TextLabel* m_verdict;
    QProgressBar* m_bar;
    TextLabel* m_progress;
    QPushButton* m_cancel;
    QPushButton* m_compact;
};

}  // namespace zrecord::widgets
