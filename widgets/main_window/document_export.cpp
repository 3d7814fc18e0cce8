// How the document controller exports; document_controller.cpp holds the rest of it.
#include "widgets/dialogs/export_dialog.h"
#include "widgets/main_window/document_controller.h"
#include "workbench/curate/curation_log.h"
#include "workbench/document/document_list.h"
#include "workbench/exporting/export_plan.h"
#include "workbench/jobs/job.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/settings/workbench_settings.h"

namespace zrecord::widgets {

void DocumentController::exportRecords(std::size_t stream) {
    workbench::DocumentSession* session = m_context.documents.current();
    if (session == nullptr || !session->document().isOpen())
        return;
    auto* dialog = new ExportDialog(*session, stream, m_context.settings.lastFolder(), m_window);
    connect(dialog, &ExportDialog::exportRequested, this, [this, store = session->document().path()](const workbench::ExportPlan& plan) {
        Q_EMIT noticesOutdated();
        workbench::startExport(m_context.documents.runtime().jobs(), plan, this, [this, store, plan](workbench::Job&, const Result<workbench::ExportedRecords>& done) {
            if (done.ok()) {
                const QString what = tr("%1 written to %2.").arg(workbench::recordsText(done->records), plan.target);
                m_context.documents.log().add(store, what, workbench::exportCommand(plan));
                Q_EMIT message(what);
            } else if (done.status().code() != ErrorCode::Cancelled) {
                const workbench::UserMessage failure = workbench::userMessage(done.status(), workbench::UserAction::Export);
                Q_EMIT failed({failure.title, failure.reason, failure.remedy, failure.details}, {});
            }
        });
    });
    dialog->open();
}

}  // namespace zrecord::widgets
