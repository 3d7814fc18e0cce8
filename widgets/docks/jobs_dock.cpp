#include "widgets/docks/jobs_dock.h"

#include <utility>

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/docks/job_item_delegate.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/messages/user_message.h"
#include "workbench/models/job_list_model.h"

namespace zrecord::widgets {

using workbench::Job;

namespace {
constexpr int kHeight = 200;  ///< two lines and the buttons
}

JobsDock::JobsDock(workbench::JobQueue& queue, QWidget* parent)
    : DockFrame(QStringLiteral("jobsDock"), tr("Jobs"), 240, parent), m_queue(queue), m_model(new workbench::JobListModel(queue, this)),
      m_view(new QListView(contents())), m_cancel(new QPushButton(tr("Cancel"), contents())), m_pause(new QPushButton(tr("Pause"), contents())),
      m_dismiss(new QPushButton(tr("Dismiss"), contents())), m_copy(new QPushButton(tr("Copy details"), contents())),
      m_clear(new QPushButton(tr("Dismiss all that ended"), contents())) {
    m_view->setObjectName(QStringLiteral("jobsView"));
    m_view->setAccessibleName(tr("Jobs, the newest first"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new JobItemDelegate(m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformItemSizes(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setMinimumHeight(96);
    setMinimumHeight(kHeight);
    m_view->setProperty("panel", true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    const std::pair<QPushButton*, const char*> all[] = {
        {m_cancel, "jobsCancel"}, {m_pause, "jobsPause"}, {m_dismiss, "jobsDismiss"}, {m_copy, "jobsCopy"}, {m_clear, "jobsClear"}};
    for (const auto& [button, name] : all) {
        button->setObjectName(QLatin1String(name));
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    column()->insertWidget(0, m_view, 1);
    column()->insertLayout(1, buttons);
    column()->setStretch(column()->count() - 1, 0);

    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (Job* job = chosen())
            job->cancel();
    });
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (Job* job = chosen())
            job->state() == Job::State::Paused ? job->resume() : job->pause();
    });
    connect(m_dismiss, &QPushButton::clicked, this, [this] {
        if (Job* job = chosen())
            m_queue.dismiss(job);
    });
    connect(m_copy, &QPushButton::clicked, this, &JobsDock::copyDetails);
    connect(m_clear, &QPushButton::clicked, this, [this] { m_queue.dismissFinished(); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &JobsDock::updateButtons);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &JobsDock::updateButtons);
    connect(&queue, &workbench::JobQueue::jobRemoved, this, &JobsDock::updateButtons);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, [this] {
        // The newest is chosen until somebody chooses another one.
        if (!m_view->hasFocus() || !m_view->currentIndex().isValid())
            m_view->setCurrentIndex(m_model->index(0));
    });
    // Who starts a job says only then whether it can pause.
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &JobsDock::updateButtons, Qt::QueuedConnection);
    m_view->setCurrentIndex(m_model->index(0));
    updateButtons();
}

JobsDock::~JobsDock() = default;

Job* JobsDock::chosen() const { return m_model->jobAt(m_view->currentIndex().isValid() ? m_view->currentIndex().row() : -1); }

void JobsDock::updateButtons() {
    const Job* job = chosen();
    const bool active = job != nullptr && !job->isFinished();
    const bool paused = active && job->state() == Job::State::Paused;
    m_cancel->setEnabled(active && !job->isCancelRequested());
    m_pause->setText(paused ? tr("Resume") : tr("Pause"));
    m_pause->setEnabled(active && job->isPausable() && !job->isPauseRequested() && !job->isCancelRequested());
    m_dismiss->setEnabled(job != nullptr && !active);
    m_copy->setEnabled(job != nullptr && !active);
    bool ended = false;
    for (const Job* each : m_queue.jobs())
        ended = ended || each->isFinished();
    m_clear->setEnabled(ended);
}

void JobsDock::copyDetails() {
    const Job* job = chosen();
    if (job == nullptr)
        return;
    const bool failed = job->state() == Job::State::Failed;
    QGuiApplication::clipboard()->setText(failed ? workbench::userMessage(job->status()).details : job->resultText());
    Q_EMIT message(tr("Copied to the clipboard."));
}

}  // namespace zrecord::widgets
