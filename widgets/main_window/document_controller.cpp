#include "widgets/main_window/document_controller.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <QWidget>

#include "widgets/dialogs/compact_dialog.h"
#include "widgets/dialogs/confirm_dialog.h"
#include "widgets/dialogs/import_dialog.h"
#include "widgets/dialogs/import_formats.h"
#include "widgets/dialogs/review_dialog.h"
#include "workbench/curate/curation_log.h"
#include "workbench/curate/index_table_job.h"
#include "workbench/curate/tag_keeper.h"
#include "workbench/document/document_list.h"
#include "workbench/document/recovery_watch.h"
#include "workbench/document/session_history.h"
#include "workbench/find/record_search.h"
#include "workbench/importing/import_plan.h"
#include "workbench/importing/sample_store.h"
#include "workbench/jobs/job.h"
#include "workbench/messages/curate_text.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/recovery_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/settings/workbench_settings.h"

namespace zrecord::widgets {

using workbench::DocumentSession;
using workbench::UserAction;

namespace {

ErrorBanner::Content bannerContent(const Status& status, UserAction action) {
    const workbench::UserMessage message = workbench::userMessage(status, action);
    return {message.title, message.reason, message.remedy, message.details};
}

}  // namespace

DocumentController::DocumentController(const WorkbenchContext& context, QWidget* window)
    : QObject(window), m_context(context), m_window(window) {
    workbench::DocumentList& documents = context.documents;
    connect(&documents, &workbench::DocumentList::sessionAdded, this, &DocumentController::follow);
    connect(&documents, &workbench::DocumentList::documentOpened, this, &DocumentController::reportOpened);
    connect(&documents, &workbench::DocumentList::openFailed, this, [this](const QString& path, const Status& status) {
        reportFailure(path, status, UserAction::Open, [this, path] { open(path); });
    });
    for (DocumentSession* session : documents.sessions())
        follow(session);
}

DocumentSession* DocumentController::current() const { return m_context.documents.current(); }

void DocumentController::follow(DocumentSession* session) {
    workbench::StoreDocument& document = session->document();
    const auto done = [this, session] { m_doing.remove(session); };
    new workbench::RecoveryWatch(document);  // owned by the document
    connect(session, &QObject::destroyed, this, done);
    connect(&document, &workbench::StoreDocument::editableChanged, this, done);
    connect(&document, &workbench::StoreDocument::sourceReplaced, this, [session, done] {
        if (session->document().openStatus().ok())  // otherwise the failure follows and needs to know what it is about
            done();
    });
    connect(&document, &workbench::StoreDocument::changesApplied, this, done);
    connect(&document, &workbench::StoreDocument::removalUndone, this, done);
    connect(&session->history(), &workbench::SessionHistory::refused, this, [this, done](const QString& title, const QString& reason) {
        done();
        Q_EMIT notice(title, reason);
    });
    connect(&document, &workbench::StoreDocument::compacted, this, done);
    connect(&session->keeper(), &workbench::TagKeeper::failed, this, [this](const Status& status) {
        Q_EMIT failed(bannerContent(status, UserAction::Other), {});
    });
    connect(&session->search(), &workbench::RecordSearch::failed, this, [this](const Status& status) { Q_EMIT failed(bannerContent(status, UserAction::Other), {}); });
    connect(&session->pending(), &workbench::PendingChanges::kept, this, [this](const workbench::RecordRanges& records) {
        Q_EMIT message(tr("One of each group of equal records stays: %1 not marked.").arg(workbench::recordsText(records.count())));
    });
    connect(&document, &workbench::StoreDocument::failed, this,
            [this, session](const Status& status) { reportDocumentFailure(session, status); });
    connect(&document, &workbench::StoreDocument::verified, this, [this, done](const std::vector<workbench::StreamVerification>& reports) {
        done();
        reportVerified(reports);
    });
}

void DocumentController::reportVerified(const std::vector<workbench::StreamVerification>& reports) {
    QStringList lines;
    for (const workbench::StreamVerification& each : reports)
        for (const StoreIssue& issue : each.report.issues)
            lines << QStringLiteral("%1: %2: %3").arg(QString::fromStdString(each.stream), QString::fromStdString(issue.kind),
                                                     QString::fromStdString(issue.message));
    if (!lines.isEmpty())
        Q_EMIT failed({tr("Verify found faults."), workbench::verifiedText(reports), {}, lines.join(u'\n')}, {});
}

void DocumentController::reportOpened(DocumentSession* session) {
    Q_EMIT noticesOutdated();
    m_context.settings.addRecentStore(session->document().path());
    m_context.settings.setLastFolder(QFileInfo(session->document().path()).path());
    if (const auto& fault = session->document().alignmentFault())
        Q_EMIT notice(tr("Opened read-only: the streams do not have the same length."), workbench::alignmentText(*fault));
}

void DocumentController::reportDocumentFailure(DocumentSession* session, const Status& status) {
    // Failures while opening come through DocumentList::openFailed().
    const Doing doing = m_doing.take(session);
    if (!session->document().isOpen() && doing == Doing::Nothing)
        return;
    UserAction action = UserAction::Other;
    std::function<void()> retry;
    const QPointer<DocumentSession> alive(session);
    switch (doing) {
        case Doing::Enabling:
            action = UserAction::EnableEditing;
            retry = [this, alive] {
                if (alive && alive->document().isOpen())
                    setEditing(true);
                else if (alive)
                    reload();
            };
            break;
        case Doing::Disabling:
            action = UserAction::DisableEditing;
            if (!session->document().isOpen())
                retry = [this, alive] { if (alive) reload(); };
            break;
        case Doing::Reloading:
            action = UserAction::Reload;
            retry = [this, alive] { if (alive) reload(); };
            break;
        case Doing::Applying:
            action = UserAction::ApplyChanges;
            retry = [this, alive] { if (alive) startApply(alive); };
            break;
        case Doing::Undoing: action = UserAction::UndoDelete; break;
        case Doing::Redoing: action = UserAction::ApplyChanges; break;
        case Doing::Appending: action = UserAction::Append; break;
        case Doing::Compacting: action = UserAction::Compact; break;
        case Doing::Verifying: action = UserAction::Verify; break;
        case Doing::Statistics: action = UserAction::Statistics; break;
        case Doing::Nothing: break;
    }
    reportFailure(session->document().path(), status, action, retry);
}

void DocumentController::reportFailure(const QString& path, const Status& status, UserAction action, const std::function<void()>& retry) {
    if (status.code() == ErrorCode::RecoveryNeeded)
        Q_EMIT recoveryNeeded(workbench::recoveryNeededMessage(path, status), retry);
    else
        Q_EMIT failed(bannerContent(status, action), retry);
}

void DocumentController::open(const QString& path) {
    if (QFileInfo(path).isFile() && isImportable(path))
        return importFile(path);
    m_context.documents.open(path);
}

void DocumentController::chooseAndOpen() {
    auto* dialog = new QFileDialog(m_window, tr("Open a store or an aligned set"), m_context.settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &DocumentController::open);
    dialog->open();
}

void DocumentController::chooseAndOpenSet() {
    auto* dialog = new QFileDialog(m_window, tr("Open as aligned set: choose the folder of streams, or one stream in it"),
                                   m_context.settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const bool isStream = QFileInfo::exists(path + QStringLiteral("/meta.zr"));
        open(isStream ? QFileInfo(path).path() : path);
    });
    dialog->open();
}

void DocumentController::reload() {
    DocumentSession* session = current();
    if (session == nullptr)
        return;
    m_doing[session] = Doing::Reloading;
    Q_EMIT noticesOutdated();
    session->document().reload();
}

void DocumentController::closeCurrent() { close(current()); }

void DocumentController::close(DocumentSession* session) {
    if (session == nullptr)
        return;
    if (session->pending().isEmpty()) {
        m_context.documents.close(session);
        return;
    }
    ConfirmDialog::Question question;
    question.title = tr("Close without applying?");
    question.text = tr("%1 in %2. Closing forgets the marks; no record is changed.")
                        .arg(workbench::markedText(session->pending().count()), session->document().name());
    question.action = tr("Close and forget");
    auto* dialog = new ConfirmDialog(question, m_window);
    const QPointer<DocumentSession> alive(session);
    connect(dialog, &QDialog::accepted, this, [this, alive] {
        if (alive)
            m_context.documents.close(alive);
    });
    dialog->open();
}

bool DocumentController::confirmQuit(std::function<void()> again) {
    if (m_quitConfirmed)
        return true;
    std::uint64_t marks = 0;
    for (DocumentSession* session : m_context.documents.sessions())
        marks += session->pending().count();
    bool changing = false;
    for (DocumentSession* session : m_context.documents.sessions())
        changing = changing || session->document().state() == workbench::StoreDocument::State::Changing;
    if (marks == 0 && !changing)
        return true;
    ConfirmDialog::Question question;
    question.title = tr("Quit now?");
    QStringList reasons;
    if (marks > 0)
        reasons << tr("%1; quitting forgets the marks and changes no record.").arg(workbench::markedText(marks));
    if (changing)
        reasons << tr("A change is still being written; quitting stops it at the next record boundary.");
    question.text = reasons.join(u' ');
    question.action = tr("Quit");
    auto* dialog = new ConfirmDialog(question, m_window);
    connect(dialog, &QDialog::accepted, this, [this, again = std::move(again)] {
        m_quitConfirmed = true;
        again();
    }, Qt::QueuedConnection);
    dialog->open();
    return false;
}

void DocumentController::setEditing(bool on) {
    DocumentSession* session = current();
    if (session == nullptr)
        return;
    Q_EMIT noticesOutdated();
    if (on) {
        m_doing[session] = Doing::Enabling;
        session->document().enableEditing();
        return;
    }
    const auto disable = [this, session = QPointer<DocumentSession>(session)] {
        if (!session)
            return;
        session->pending().unmarkAll();
        m_doing[session.data()] = Doing::Disabling;
        session->document().disableEditing();
    };
    if (session->pending().isEmpty())
        return disable();
    ConfirmDialog::Question question;
    question.title = tr("Back to read-only?");
    question.text = tr("%1. Going back forgets the marks; no record is changed.").arg(workbench::markedText(session->pending().count()));
    question.action = tr("Forget marks");
    auto* dialog = new ConfirmDialog(question, m_window);
    connect(dialog, &QDialog::accepted, this, disable);
    dialog->open();
}

void DocumentController::markSelection() {
    DocumentSession* session = current();
    if (session != nullptr)
        session->toggleMarks();
}

void DocumentController::undo() {
    DocumentSession* session = current();
    if (session == nullptr)
        return;
    Q_EMIT noticesOutdated();
    m_doing[session] = Doing::Undoing;
    session->history().undo();
    if (!session->document().isBusy())
        m_doing.remove(session);  // marks and tags are done at once
}

void DocumentController::redo() {
    DocumentSession* session = current();
    if (session == nullptr)
        return;
    Q_EMIT noticesOutdated();
    m_doing[session] = Doing::Redoing;
    session->history().redo();
    if (!session->document().isBusy())
        m_doing.remove(session);
}

void DocumentController::review() {
    DocumentSession* session = current();
    if (session == nullptr || session->pending().isEmpty())
        return;
    auto* dialog = new ReviewDialog(*session, m_window);
    connect(dialog, &ReviewDialog::applyRequested, this, [this, alive = QPointer<DocumentSession>(session)] {
        if (alive)
            apply(alive);
    });
    connect(dialog, &ReviewDialog::tableRequested, this, [this, alive = QPointer<DocumentSession>(session)](const QString& file) {
        if (alive)
            exportTable(alive, file);
    });
    dialog->open();
}

void DocumentController::exportTable(DocumentSession* session, const QString& file) {
    const QString store = session->document().path();
    const workbench::RecordRanges marked = session->pending().marked();
    workbench::startIndexTable(m_context.documents.runtime().jobs(), store, marked, session->document().recordCount(), file, this,
                               [this, store, marked, file](const Status& status) {
                                   if (!status.ok()) {
                                       Q_EMIT failed(bannerContent(status, UserAction::Other), {});
                                       return;
                                   }
                                   const QString what = workbench::text::indexTableWritten(file);
                                   m_context.documents.log().add(store, what, workbench::command::planRemoval(store, marked, file));
                                   Q_EMIT message(what);
                               });
}

void DocumentController::apply(DocumentSession* session) {
    if (session->pending().isEmpty())
        return;
    const std::uint64_t marked = session->pending().count();
    const std::uint64_t total = session->document().recordCount();
    if (marked <= total / 2)
        return startApply(session);
    ConfirmDialog::Question question;
    question.title = marked == total ? tr("Delete all records?") : tr("Delete more than half of the records?");
    question.text = tr("%1 of %2 are marked. Undo brings them back until records are appended or the store is compacted.")
                        .arg(workbench::countText(marked), workbench::recordsText(total));
    question.action = tr("Delete %1").arg(workbench::recordsText(marked));
    question.typed = QString::number(marked);
    auto* dialog = new ConfirmDialog(question, m_window);
    connect(dialog, &QDialog::accepted, this, [this, alive = QPointer<DocumentSession>(session)] {
        if (alive)
            startApply(alive);
    });
    dialog->open();
}

void DocumentController::startApply(DocumentSession* session) {
    m_doing[session] = Doing::Applying;
    Q_EMIT noticesOutdated();
    session->applyPending();
}

void DocumentController::discard() {
    if (DocumentSession* session = current())
        session->pending().unmarkAll();
}

void DocumentController::chooseAndAppend() {
    if (current() == nullptr)
        return;
    auto* dialog = new QFileDialog(m_window, tr("Append the records of a file"), m_context.settings.lastFolder(), importFileFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &DocumentController::append);
    dialog->open();
}

void DocumentController::append(const QString& file) {
    DocumentSession* session = current();
    if (session == nullptr)
        return;
    Q_EMIT noticesOutdated();
    m_doing[session] = Doing::Appending;
    session->document().append(file);
}

void DocumentController::compact() {
    DocumentSession* session = current();
    if (session == nullptr)
        return;
    m_doing[session] = Doing::Compacting;
    auto* dialog = new CompactDialog(session->document(), m_window);
    dialog->open();
}

void DocumentController::verify() {
    if (DocumentSession* session = current()) {
        m_doing[session] = Doing::Verifying;
        Q_EMIT noticesOutdated();
        session->document().verify();
    }
}

void DocumentController::computeStatistics() {
    if (DocumentSession* session = current()) {
        m_doing[session] = Doing::Statistics;
        session->document().computeStatistics();
    }
}

void DocumentController::importFile(const QString& source) {
    auto* dialog = new ImportDialog(m_context.documents.runtime().loader(), m_context.settings.lastFolder(), m_window);
    connect(dialog, &ImportDialog::importRequested, this, [this](const workbench::ImportPlan& plan) {
        Q_EMIT noticesOutdated();
        workbench::startImport(m_context.documents.runtime().jobs(), plan, this,
                               [this, plan](workbench::Job&, const Result<std::uint64_t>& records) {
                                   if (records.ok())
                                       open(plan.target);
                               });
    });
    if (!source.isEmpty())
        dialog->setSource(source);
    dialog->open();
}

void DocumentController::openSample() {
    using workbench::SampleSet;
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/sample");
    m_context.documents.runtime().jobs().startFor<SampleSet>(
        tr("Make the sample store"), folder,
        [folder](const OperationContext& operation) { return workbench::provideSample(folder, operation); }, this,
        [this](workbench::Job& job, const Result<SampleSet>& sample) {
            if (!sample.ok())
                return;
            job.setResultText(tr("The sample lies in %1.").arg(sample->path));
            open(sample->path);
            if (sample->drawn)
                Q_EMIT notice(tr("These pictures are drawn"),
                              tr("Photographs of clothes are shown instead once the Debian package dataset-fashion-mnist is installed."));
        });
}

}  // namespace zrecord::widgets
