#include "widgets/main_window/recovery_banner.h"

#include <utility>

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>

#include "workbench/document/recovery_watch.h"
#include "workbench/document/store_document.h"

namespace zrecord::widgets {

using workbench::RecoveryMessage;

RecoveryBanner::RecoveryBanner(QWidget* parent)
    : BannerFrame(parent), m_step(new QPushButton(tr("&Retry"), this)), m_copy(new QPushButton(tr("&Copy details"), this)),
      m_details(new QPushButton(tr("&Details"), this)) {
    setObjectName(QStringLiteral("recoveryBanner"));
    m_step->setObjectName(QStringLiteral("recoveryBannerStep"));
    m_copy->setObjectName(QStringLiteral("recoveryBannerCopy"));
    m_details->setObjectName(QStringLiteral("recoveryBannerDetails"));
    closeButton()->setObjectName(QStringLiteral("recoveryBannerClose"));
    m_details->setCheckable(true);
    for (QPushButton* button : {m_step, m_copy, m_details})
        addButton(button);

    connect(m_step, &QPushButton::clicked, this, &RecoveryBanner::takeStep);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_message.title + u'\n' + m_message.details); });
    connect(m_details, &QPushButton::toggled, this, &RecoveryBanner::showDetails);
    connect(this, &BannerFrame::closeRequested, this, &RecoveryBanner::dismiss);
}

void RecoveryBanner::setDocument(workbench::StoreDocument* document) {
    if (m_document != nullptr)
        m_document->disconnect(this);
    if (m_watch != nullptr)
        m_watch->disconnect(this);
    m_document = document;
    m_watch = document != nullptr ? workbench::RecoveryWatch::of(*document) : nullptr;
    m_retry = {};
    if (m_watch != nullptr) {
        connect(m_watch, &workbench::RecoveryWatch::changed, this, &RecoveryBanner::showDocument);
        connect(document, &workbench::StoreDocument::changed, this, &RecoveryBanner::showDocument);  // when its step is possible
    }
    showDocument();
}

void RecoveryBanner::showDocument() {
    if (m_document == nullptr || m_watch == nullptr || m_watch->found().empty()) {
        hide();
        return;
    }
    const RecoveryMessage message = workbench::recoveryMessage(m_document->path(), m_watch->found());
    QString step;
    if (message.step == RecoveryMessage::Step::Finish && !m_document->isEditable())
        step = tr("&Enable editing");
    else if (message.step == RecoveryMessage::Step::Verify)
        step = tr("&Verify");
    m_step->setEnabled(m_document->isOpen() && !m_document->isBusy());
    fill(message, step);
}

void RecoveryBanner::showNeeded(const RecoveryMessage& message, std::function<void()> retry) {
    m_retry = std::move(retry);
    m_step->setEnabled(true);
    fill(message, m_retry ? tr("&Retry") : QString());
}

void RecoveryBanner::fill(const RecoveryMessage& message, const QString& stepText) {
    const bool same = isVisible() && message.title == m_message.title && message.details == m_message.details;
    m_message = message;
    m_step->setText(stepText);
    m_step->setVisible(!stepText.isEmpty());
    if (!same)
        m_details->setChecked(false);
    showDetails(m_details->isChecked());
    show();
}

void RecoveryBanner::showDetails(bool shown) {
    setTexts(m_message.title, shown ? m_message.details : QString(), false);
    m_copy->setVisible(shown);
}

void RecoveryBanner::takeStep() {
    if (m_retry) {
        const auto retry = std::exchange(m_retry, {});
        hide();
        retry();
    } else if (m_message.step == RecoveryMessage::Step::Finish) {
        Q_EMIT finishRequested();
    } else if (m_message.step == RecoveryMessage::Step::Verify) {
        Q_EMIT verifyRequested();
    }
}

void RecoveryBanner::dismiss() {
    m_retry = {};
    if (m_watch != nullptr)
        m_watch->forget();
    hide();
}

}  // namespace zrecord::widgets
