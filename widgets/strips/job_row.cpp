#include "widgets/strips/job_row.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include "widgets/common/elided_label.h"
#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/jobs/job.h"
#include "workbench/messages/result_text.h"
#include "workbench/messages/user_message.h"

namespace zrecord::widgets {

using workbench::Job;

JobRow::JobRow(Job& job, QWidget* parent)
    : QWidget(parent), m_job(job), m_title(new TextLabel(TextLabel::Style::Strong, {}, this)),
      m_icon(new TextLabel(TextLabel::Style::Body, {}, this)), m_bar(new QProgressBar(this)),
      m_text(new ElidedLabel({}, Qt::ElideRight, this)), m_copy(new QPushButton(tr("Copy details"), this)),
      m_pause(new QPushButton(this)), m_button(new QPushButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 12, 4);
    row->setSpacing(10);
    row->addWidget(m_icon);
    row->addWidget(m_title);
    row->addWidget(m_bar);
    row->addWidget(m_text, 1);
    row->addWidget(m_copy);
    row->addWidget(m_pause);
    row->addWidget(m_button);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(180);
    m_text->setTone(Tone::Dim);
    m_copy->setObjectName(QStringLiteral("jobCopyDetails"));
    m_pause->setObjectName(QStringLiteral("jobPause"));
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (m_job.state() == Job::State::Paused)
            m_job.resume();
        else
            m_job.pause();
    });
    m_button->setObjectName(QStringLiteral("jobButton"));
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(workbench::userMessage(m_job.status()).details);
    });
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_job.isFinished())
            Q_EMIT dismissRequested();
        else
            m_job.cancel();
    });
    refresh();
}

void JobRow::refresh() {
    const bool active = !m_job.isFinished();
    const QString subject = QFileInfo(m_job.subject()).fileName();
    m_title->setText(subject.isEmpty() ? m_job.title() : tr("%1: %2").arg(m_job.title(), subject));
    m_title->setToolTip(m_job.subject());
    m_bar->setVisible(active);
    const int permille = m_job.permille();
    m_bar->setRange(0, permille < 0 && m_job.state() == Job::State::Running ? 0 : 1000);
    m_bar->setValue(permille < 0 ? 0 : permille);
    m_bar->setAccessibleName(m_title->text());
    m_pause->setVisible(active && m_job.isPausable());
    m_pause->setText(m_job.state() == Job::State::Paused ? tr("Resume") : tr("Pause"));
    m_pause->setEnabled(!m_job.isPauseRequested() && !m_job.isCancelRequested());
    m_pause->setAccessibleName(tr("%1: %2").arg(m_pause->text(), m_title->text()));
    m_icon->setVisible(!active);
    m_copy->setVisible(m_job.state() == Job::State::Failed);
    QString text;
    if (active) {
        text = m_job.isCancelRequested() ? tr("Stopping at the next record boundary…") : workbench::jobProgressText(m_job);
        m_button->setText(tr("Cancel"));
        m_button->setEnabled(!m_job.isCancelRequested());
    } else {
        const bool failed = m_job.state() == Job::State::Failed;
        const bool succeeded = m_job.state() == Job::State::Succeeded;
        text = failed ? workbench::userMessage(m_job.status()).oneLine()
                      : (m_job.resultText().isEmpty() ? workbench::jobProgressText(m_job) : m_job.resultText());
        m_icon->setPixmap(icon(succeeded ? QStringLiteral("check") : (failed ? QStringLiteral("error") : QStringLiteral("close")),
                               succeeded ? IconColor::Good : (failed ? IconColor::Marked : IconColor::Dim)).pixmap(16, 16));
        m_button->setText(tr("Dismiss"));
        m_button->setEnabled(true);
    }
    m_text->setText(text);
    m_button->setAccessibleName(tr("%1: %2").arg(m_button->text(), m_title->text()));
}

}  // namespace zrecord::widgets
