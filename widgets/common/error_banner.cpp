#include "widgets/common/error_banner.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"

namespace zrecord::widgets {

ErrorBanner::ErrorBanner(QWidget* parent)
    : QFrame(parent), m_icon(new TextLabel(TextLabel::Style::Body, {}, this)),
      m_title(new TextLabel(TextLabel::Style::Strong, {}, this)), m_text(new TextLabel(TextLabel::Style::Body, {}, this)),
      m_retryButton(new QPushButton(tr("&Retry"), this)), m_copyButton(new QPushButton(tr("&Copy details"), this)),
      m_closeButton(new QPushButton(this)) {
    setObjectName(QStringLiteral("errorBanner"));
    m_retryButton->setObjectName(QStringLiteral("errorBannerRetry"));
    m_copyButton->setObjectName(QStringLiteral("errorBannerCopy"));
    m_closeButton->setObjectName(QStringLiteral("errorBannerClose"));
    m_closeButton->setIcon(icon(QStringLiteral("close"), IconColor::Dim));
    m_closeButton->setProperty("quiet", true);
    m_closeButton->setAccessibleName(tr("Dismiss this message"));
    m_closeButton->setToolTip(tr("Dismiss"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_text);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 10, 10, 10);
    row->setSpacing(10);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(texts, 1);
    row->addWidget(m_retryButton, 0, Qt::AlignTop);
    row->addWidget(m_copyButton, 0, Qt::AlignTop);
    row->addWidget(m_closeButton, 0, Qt::AlignTop);

    connect(m_retryButton, &QPushButton::clicked, this, [this] {
        const auto retry = m_retry;
        dismiss();
        if (retry)
            retry();
    });
    connect(m_copyButton, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_content.details); });
    connect(m_closeButton, &QPushButton::clicked, this, &ErrorBanner::dismiss);
    hide();
}

void ErrorBanner::showError(const Content& content, std::function<void()> retry) {
    m_content = content;
    m_retry = std::move(retry);
    m_notice = false;
    fill();
}

void ErrorBanner::showNotice(const QString& title, const QString& text) {
    m_content = {title, text, {}, title + u'\n' + text};
    m_retry = {};
    m_notice = true;
    fill();
}

void ErrorBanner::fill() {
    m_title->setText(m_content.title);
    m_title->setTone(m_notice ? Tone::Warning : Tone::Marked);
    QString text = m_content.reason;
    if (!m_content.remedy.isEmpty())
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + m_content.remedy;
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_icon->setPixmap(icon(m_notice ? QStringLiteral("info") : QStringLiteral("warning"),
                           m_notice ? IconColor::Warning : IconColor::Marked).pixmap(16, 16));
    m_retryButton->setVisible(static_cast<bool>(m_retry));
    m_copyButton->setVisible(!m_content.details.isEmpty());
    setAccessibleName(m_content.title);
    setAccessibleDescription(text);
    show();
}

void ErrorBanner::dismiss() {
    m_retry = {};
    hide();
}

void ErrorBanner::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), m_notice ? theme.warningBackground : theme.markedBackground);
    painter.fillRect(0, 0, 3, height(), m_notice ? theme.warning : theme.marked);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

}  // namespace zrecord::widgets
