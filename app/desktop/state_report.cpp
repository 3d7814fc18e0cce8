#include "desktop/state_report.h"

#include <QApplication>
#include <QDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMetaEnum>
#include <QPushButton>
#include <QWidget>

#include "desktop/application.h"
#include "desktop/widget_name.h"
#include "widgets/common/error_banner.h"
#include "widgets/main_window/center_area.h"
#include "widgets/main_window/recovery_banner.h"
#include "workbench/curate/record_tags.h"
#include "workbench/document/document_session.h"
#include "workbench/document/session_history.h"
#include "workbench/find/record_search.h"
#include "workbench/selection/record_order.h"

namespace zrecord::desktop {

namespace {

constexpr int kInterval = 20;  // milliseconds; a look costs less than one of them

QJsonValue number(std::uint64_t value) { return QJsonValue(static_cast<qint64>(value)); }

/// What Enter would press in the dialog that is open.
QString defaultButton(const QWidget* dialog) {
    if (dialog == nullptr)
        return {};
    for (const QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->isDefault() && button->isEnabled() && button->isVisible())
            return QString(button->text()).remove(u'&');
    return {};
}

void describe(QJsonObject& line, workbench::DocumentSession& session) {
    const workbench::StoreDocument& document = session.document();
    line[QLatin1String("store")] = document.path();
    line[QLatin1String("state")] = QString::fromLatin1(QMetaEnum::fromType<workbench::StoreDocument::State>().valueToKey(static_cast<int>(document.state())));
    line[QLatin1String("editing")] = document.isEditable();
    line[QLatin1String("records")] = number(document.recordCount());
    line[QLatin1String("shown")] = number(session.order().count());
    line[QLatin1String("selected")] = number(session.selection().count());
    line[QLatin1String("marked")] = number(session.pending().count());
    line[QLatin1String("current")] = session.selection().current() ? number(*session.selection().current()) : QJsonValue();
    std::uint64_t tagged = 0;
    for (const workbench::Tag& tag : session.tags().tags())
        tagged += tag.records.count();
    line[QLatin1String("tagged")] = number(tagged);
    line[QLatin1String("searching")] = session.search().isSearching() || !session.search().isReady();
    line[QLatin1String("undo")] = session.history().canUndo() ? session.history().undoText() : QString();
    line[QLatin1String("redo")] = session.history().canRedo() ? session.history().redoText() : QString();
}

}  // namespace

StateReport::StateReport(Application& application, const QString& file, QObject* parent) : QObject(parent), m_application(application), m_file(file) {
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        return;
    m_timer.setInterval(kInterval);
    connect(&m_timer, &QTimer::timeout, this, &StateReport::report);
    m_timer.start();
}

StateReport::~StateReport() = default;

QByteArray StateReport::line() const {
    QJsonObject line;
    if (workbench::DocumentSession* session = m_application.documents().current())
        describe(line, *session);
    line[QLatin1String("jobs")] = m_application.documents().runtime().jobs().activeCount();
    const QWidget* dialog = QApplication::activeModalWidget();
    const QWidget* focus = QApplication::focusWidget();
    if (dialog == nullptr && focus != nullptr)
        dialog = qobject_cast<const QDialog*>(focus->window());  // the list of commands leaves the window usable
    line[QLatin1String("dialog")] = widgetName(dialog);
    line[QLatin1String("button")] = defaultButton(dialog);
    line[QLatin1String("focus")] = widgetName(focus);
    const auto* field = qobject_cast<const QLineEdit*>(focus);
    line[QLatin1String("text")] = field != nullptr ? field->text() : QString();
    const widgets::ErrorBanner& banner = m_application.window().center().banner();
    const widgets::RecoveryBanner& recovery = m_application.window().center().recovery();
    line[QLatin1String("notice")] = banner.isVisible() ? banner.accessibleName() : recovery.isVisible() ? recovery.accessibleName() : QString();
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

void StateReport::report() {
    QByteArray now = line();
    if (now == m_last)
        return;
    m_file.write(now);
    m_file.flush();
    m_last = std::move(now);
}

}  // namespace zrecord::desktop
