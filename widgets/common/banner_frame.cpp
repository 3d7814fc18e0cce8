#include "widgets/common/banner_frame.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"

namespace zrecord::widgets {

BannerFrame::BannerFrame(QWidget* parent)
    : QFrame(parent), m_icon(new TextLabel(TextLabel::Style::Body, {}, this)),
      m_title(new TextLabel(TextLabel::Style::Strong, {}, this)), m_text(new TextLabel(TextLabel::Style::Body, {}, this)),
      m_close(new QPushButton(this)), m_row(new QHBoxLayout(this)) {
    m_close->setIcon(icon(QStringLiteral("close"), IconColor::Dim));
    m_close->setProperty("quiet", true);
    m_close->setAccessibleName(tr("Dismiss this message"));
    m_close->setToolTip(tr("Dismiss"));
    m_title->setWordWrap(true);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_text);
    m_row->setContentsMargins(14, 10, 10, 10);
    m_row->setSpacing(10);
    m_row->addWidget(m_icon, 0, Qt::AlignTop);
    m_row->addLayout(texts, 1);
    m_row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QPushButton::clicked, this, &BannerFrame::closeRequested);
    hide();
}

void BannerFrame::addButton(QPushButton* button) { m_row->insertWidget(m_row->count() - 1, button, 0, Qt::AlignTop); }

void BannerFrame::setTexts(const QString& title, const QString& text, bool failure) {
    m_failure = failure;
    m_title->setText(title);
    m_title->setTone(failure ? Tone::Marked : Tone::Warning);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_icon->setPixmap(icon(failure ? QStringLiteral("warning") : QStringLiteral("info"), failure ? IconColor::Marked : IconColor::Warning).pixmap(16, 16));
    setAccessibleName(title);
    setAccessibleDescription(text);
    update();
}

void BannerFrame::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), m_failure ? theme.markedBackground : theme.warningBackground);
    painter.fillRect(0, 0, 3, height(), m_failure ? theme.marked : theme.warning);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

}  // namespace zrecord::widgets
