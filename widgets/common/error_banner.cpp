#include "widgets/common/error_banner.h"

#include <utility>

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>

namespace zrecord::widgets {

ErrorBanner::ErrorBanner(QWidget* parent)
    : BannerFrame(parent), m_retryButton(new QPushButton(tr("&Retry"), this)), m_copyButton(new QPushButton(tr("&Copy details"), this)) {
    setObjectName(QStringLiteral("errorBanner"));
    m_retryButton->setObjectName(QStringLiteral("errorBannerRetry"));
    m_copyButton->setObjectName(QStringLiteral("errorBannerCopy"));
    closeButton()->setObjectName(QStringLiteral("errorBannerClose"));
    addButton(m_retryButton);
    addButton(m_copyButton);

    connect(m_retryButton, &QPushButton::clicked, this, [this] {
        const auto retry = m_retry;
        dismiss();
        if (retry)
            retry();
    });
    connect(m_copyButton, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_content.details); });
    connect(this, &BannerFrame::closeRequested, this, &ErrorBanner::dismiss);
}

void ErrorBanner::showError(const Content& content, std::function<void()> retry) {
    m_content = content;
    m_retry = std::move(retry);
    fill(true);
}

void ErrorBanner::showNotice(const QString& title, const QString& text) {
    m_content = {title, text, {}, title + u'\n' + text};
    m_retry = {};
    fill(false);
}

void ErrorBanner::fill(bool failure) {
    QString text = m_content.reason;
    if (!m_content.remedy.isEmpty())
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + m_content.remedy;
    setTexts(m_content.title, text, failure);
    m_retryButton->setVisible(static_cast<bool>(m_retry));
    m_copyButton->setVisible(!m_content.details.isEmpty());
    show();
}

void ErrorBanner::dismiss() {
    m_retry = {};
    hide();
}

}  // namespace zrecord::widgets
