#include "desktop/stage.h"

#include <QAction>
#include <QTimer>

#include "desktop/application.h"
#include "widgets/actions/action_registry.h"
#include "widgets/main_window/document_controller.h"
#include "workbench/document/document_list.h"
#include "workbench/document/document_session.h"
#include "workbench/document/store_document.h"
#include "workbench/importing/sample_store.h"

namespace zrecord::desktop {

namespace {
constexpr int kTick = 20;  // milliseconds
}

Stage::Stage(Application& application, QString folder, QString path)
    : m_application(application), m_folder(std::move(folder)), m_path(std::move(path)) {}

workbench::DocumentSession* Stage::session() const { return m_application.documents().current(); }

void Stage::then(std::function<bool()> ready, std::function<void()> deed) { m_steps.push_back({std::move(ready), std::move(deed)}); }

void Stage::then(std::function<void()> deed) { then([] { return true; }, std::move(deed)); }

void Stage::open(const QString& path) {
    then([this, path] {
        connect(&m_application.documents(), &workbench::DocumentList::openFailed, this,
                [this](const QString&, const Status& status) { Q_EMIT failed(QString::fromStdString(status.message())); });
        m_application.window().controller().open(path);
    });
    then([this] { return session() != nullptr && session()->document().isOpen() && !session()->document().isComputingStatistics(); }, [] {});
}

void Stage::openSample() {
    if (!m_path.isEmpty())
        return open(m_path);
    const QString target = m_folder + QStringLiteral("/sample/shapes");
    auto ready = std::make_shared<bool>(false);
    then([this, target, ready] {
        m_application.documents().runtime().jobs().start(
            QStringLiteral("sample"), target,
            [target](const OperationContext& context) { return workbench::makeSampleStore(target, workbench::kSampleRecords, context); }, this,
            [this, ready](workbench::Job& job, const Status& status) {
                if (!status.ok())
                    Q_EMIT failed(QString::fromStdString(status.message()));
                *ready = status.ok();
                QMetaObject::invokeMethod(this, [this, &job] { m_application.documents().runtime().jobs().dismiss(&job); }, Qt::QueuedConnection);
            });
    });
    then([ready] { return *ready; }, [] {});
    open(target);
}

void Stage::enableEditing() {
    then([this] {
        connect(&session()->document(), &workbench::StoreDocument::failed, this,
                [this](const Status& status) { Q_EMIT failed(QString::fromStdString(status.message())); });
        m_application.window().controller().setEditing(true);
    });
    then([this] { return session()->document().isEditable() && !session()->document().isBusy(); }, [] {});
}

void Stage::trigger(const QString& id) {
    then([this, id] {
        QAction* action = m_application.window().actions().action(id);
        if (action == nullptr || !action->isEnabled())
            Q_EMIT failed(QStringLiteral("the action %1 cannot be used").arg(id));
        else
            action->trigger();
    });
}

void Stage::start() { QTimer::singleShot(kTick, this, &Stage::advance); }

void Stage::advance() {
    if (m_steps.empty()) {
        Q_EMIT finished();
        return;
    }
    if (m_steps.front().ready()) {
        const auto deed = std::move(m_steps.front().deed);
        m_steps.pop_front();
        m_waited = 0;
        deed();
    } else if ((m_waited += kTick) > kPatience) {
        Q_EMIT failed(QStringLiteral("a step of the scenario did not become ready"));
        return;
    }
    QTimer::singleShot(kTick, this, &Stage::advance);
}

}  // namespace zrecord::desktop
