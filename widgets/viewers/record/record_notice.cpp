#include "widgets/viewers/record/record_notice.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"

namespace zrecord::widgets {
namespace {

constexpr int kSpacing = 8;
constexpr int kIconSize = 32;

}  // namespace

RecordNotice::RecordNotice(QWidget* parent)
    : QWidget(parent), m_icon(new TextLabel), m_title(new TextLabel(TextLabel::Style::Strong)), m_text(new TextLabel),
      m_button(new QPushButton), m_copyButton(new QPushButton(tr("Copy details"))) {
    setObjectName(QStringLiteral("recordNotice"));
    m_title->setWordWrap(true);
    m_text->setTone(Tone::Dim);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_button->setObjectName(QStringLiteral("noticeButton"));
    m_copyButton->setObjectName(QStringLiteral("copyDetails"));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(kSpacing);
    layout->addStretch(1);
    for (TextLabel* label : {m_icon, m_title, m_text}) {
        label->setAlignment(Qt::AlignCenter);
        layout->addWidget(label);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_button);
    buttons->addWidget(m_copyButton);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    layout->addStretch(1);
    connect(m_button, &QPushButton::clicked, this, &RecordNotice::buttonPressed);
    connect(m_copyButton, &QPushButton::clicked, this, &RecordNotice::detailsWanted);
}

void RecordNotice::showNotice(const QString& title, const QString& text, const QString& button, bool failure) {
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_icon->setVisible(failure);
    if (failure) {
        m_icon->setPixmap(icon(QStringLiteral("broken"), IconColor::Marked).pixmap(kIconSize, kIconSize));
    }
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_copyButton->setVisible(failure);
}

QString RecordNotice::title() const {
    return m_title->text();
}

}  // namespace zrecord::widgets
