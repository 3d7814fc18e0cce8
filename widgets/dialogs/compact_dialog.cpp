#include "widgets/dialogs/compact_dialog.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "workbench/document/store_document.h"
#include "workbench/jobs/job.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/messages/user_message.h"

namespace zrecord::widgets {

using workbench::bytesText;
using workbench::Job;

CompactDialog::CompactDialog(workbench::StoreDocument& document, QWidget* parent)
    : QDialog(parent), m_document(document), m_figures(new KeyValueList(this)),
      m_verdict(new TextLabel(TextLabel::Style::Body, {}, this)), m_bar(new QProgressBar(this)),
      m_progress(new TextLabel(TextLabel::Style::Body, {}, this)), m_cancel(new QPushButton(tr("Cancel"), this)),
      m_compact(new QPushButton(tr("Compact"), this)) {
    setObjectName(QStringLiteral("compactDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Compact"));
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of compacting"));
    m_progress->setTone(Tone::Dim);
    m_verdict->setWordWrap(true);
    m_compact->setObjectName(QStringLiteral("compactStart"));
    m_cancel->setObjectName(QStringLiteral("compactCancel"));
    m_compact->setProperty("primary", true);
    m_compact->setEnabled(false);
    m_cancel->setAutoDefault(false);  // Enter is the blue button, once there is something to give back

    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(24, 20, 24, 16);
    rows->setSpacing(10);
    rows->addWidget(new TextLabel(TextLabel::Style::Heading, tr("Give back the space of deleted records"), this));
    auto* text = new TextLabel(TextLabel::Style::Body,
                               tr("Deleted space stays in the files until you compact. Compacting writes the live records into new "
                                  "files beside the old ones and then switches to them; indices do not change, and cancelling "
                                  "leaves the store as it was. Deletes before it cannot be undone afterwards."), this);
    text->setTone(Tone::Dim);
    text->setWordWrap(true);
    text->setMinimumWidth(460);
    rows->addWidget(text);
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(14, 12, 14, 12);
    inside->addWidget(m_figures);
    rows->addWidget(card);
    rows->addWidget(m_verdict);
    rows->addWidget(m_bar);
    rows->addWidget(m_progress);
    rows->addStretch(1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_compact);
    rows->addLayout(buttons);
    m_bar->hide();
    m_progress->hide();

    connect(m_cancel, &QPushButton::clicked, this, &CompactDialog::reject);
    connect(m_compact, &QPushButton::clicked, this, &CompactDialog::start);
    connect(&document, &workbench::StoreDocument::forecastReady, this, &CompactDialog::showForecast);
    connect(&document, &workbench::StoreDocument::compacted, this, &CompactDialog::showResult);
    connect(&document, &workbench::StoreDocument::failed, this, &CompactDialog::showFailure);
    connect(&document, &QObject::destroyed, this, &QDialog::reject);
    const QString unknown = tr("counting…");
    m_figures->setRows({{tr("freed"), unknown}, {tr("needed while it runs"), unknown}, {tr("free on this disk"), unknown}});
    setVerdict(tr("Looking at the location tables…"), Tone::Dim);
    m_document.forecastCompaction();
    resize(sizeHint().expandedTo({520, 0}));
}

void CompactDialog::setVerdict(const QString& text, Tone tone) {
    m_verdict->setText(text);
    m_verdict->setTone(tone);
    m_verdict->setVisible(!text.isEmpty());
}

void CompactDialog::showForecast(const std::vector<CompactionForecast>& forecasts) {
    if (m_running)
        return;
    std::uint64_t freed = 0;
    std::uint64_t needed = 0;
    std::uint64_t available = UINT64_MAX;
    for (const CompactionForecast& each : forecasts) {
        freed += each.freedBytes;
        needed = std::max(needed, each.neededBytes);  // the streams are compacted one after the other
        available = std::min(available, each.availableBytes);
    }
    const auto exact = [](std::uint64_t bytes) { return tr("%1 bytes").arg(workbench::countText(bytes)); };
    m_figures->setRows({{tr("freed"), bytesText(freed), Tone::Plain, exact(freed)},
                        {tr("needed while it runs"), bytesText(needed), Tone::Plain, exact(needed)},
                        {tr("free on this disk"), bytesText(available), needed > available ? Tone::Marked : Tone::Plain, exact(available)}});
    if (needed > available)
        setVerdict(tr("There is not enough free space: %1 more are needed on this disk.").arg(bytesText(needed - available)),
                   Tone::Marked);
    else if (freed == 0)
        setVerdict(tr("Nothing to give back: this store has no dead space."), Tone::Good);
    else if (!m_document.isEditable())
        setVerdict(tr("Editing is off. Enable editing to compact."), Tone::Warning);
    else
        setVerdict({}, Tone::Plain);
    m_compact->setEnabled(freed > 0 && needed <= available && m_document.isEditable());
    m_compact->setDefault(m_compact->isEnabled());
    if (m_compact->isEnabled())
        m_compact->setFocus();
}

void CompactDialog::start() {
    m_running = true;
    m_compact->setEnabled(false);
    setVerdict({}, Tone::Plain);
    m_bar->show();
    m_progress->show();
    m_job = m_document.compact();
    if (m_job == nullptr) {
        m_running = false;
        return;
    }
    connect(m_job, &Job::progressChanged, this, &CompactDialog::showProgress);
    connect(m_job, &Job::stateChanged, this, &CompactDialog::showProgress);
    showProgress();
}

void CompactDialog::showProgress() {
    if (m_job == nullptr)
        return;
    if (m_job->state() == Job::State::Cancelled) {
        m_running = false;
        m_bar->hide();
        m_progress->hide();
        setVerdict(tr("Cancelled. The store is as it was before."), Tone::Warning);
        m_cancel->setText(tr("Close"));
        m_cancel->setEnabled(true);
        return;
    }
    const int permille = m_job->permille();
    m_bar->setRange(0, permille < 0 ? 0 : 1000);
    m_bar->setValue(std::max(0, permille));
    m_progress->setText(m_job->isCancelRequested() ? tr("Stopping at the next record boundary…") : workbench::jobProgressText(*m_job));
}

void CompactDialog::showResult(const workbench::CompactedStreams& result) {
    m_running = false;
    m_bar->hide();
    m_progress->hide();
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    for (const workbench::StreamCompaction& each : result.streams) {
        before += each.result.before.chunkBytes;
        after += each.result.after.chunkBytes;
    }
    m_figures->setRows({{tr("before"), bytesText(before)}, {tr("after"), bytesText(after)}, {tr("given back"), bytesText(result.freedBytes), Tone::Good}});
    setVerdict(tr("Done. No index has changed."), Tone::Good);  // the figures are above
    m_compact->hide();
    m_cancel->setText(tr("Close"));
    m_cancel->setDefault(true);
    m_cancel->setFocus();
}

void CompactDialog::showFailure(const Status& status) {
    m_running = false;
    m_bar->hide();
    m_progress->hide();
    setVerdict(workbench::userMessage(status, workbench::UserAction::Compact).oneLine(), Tone::Marked);
    m_compact->setEnabled(false);
    m_cancel->setText(tr("Close"));
    m_cancel->setEnabled(true);
}

void CompactDialog::reject() {
    if (m_running && m_job != nullptr && !m_job->isFinished()) {
        m_job->cancel();
        m_cancel->setEnabled(false);
        showProgress();
        return;
    }
    QDialog::reject();
}

}  // namespace zrecord::widgets
