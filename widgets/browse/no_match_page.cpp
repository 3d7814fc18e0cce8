#include "widgets/browse/no_match_page.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

NoMatchPage::NoMatchPage(QWidget* parent) : QWidget(parent), m_title(new TextLabel(TextLabel::Style::Heading)), m_filter(new TextLabel(TextLabel::Style::Value)) {
    setObjectName(QStringLiteral("noMatch"));
    m_title->setObjectName(QStringLiteral("noMatchTitle"));
    m_title->setAlignment(Qt::AlignCenter);
    m_filter->setAlignment(Qt::AlignCenter);
    m_filter->setTone(Tone::Dim);
    m_filter->setWordWrap(true);
    auto* button = new QPushButton(tr("Show all records"));
    button->setObjectName(QStringLiteral("showAll"));
    connect(button, &QPushButton::clicked, this, [this] {
        if (m_session) {
            m_session->search().clear();
        }
    });
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addStretch(1);
    layout->addWidget(m_title);
    layout->addWidget(m_filter);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(1);
}

void NoMatchPage::describe(workbench::DocumentSession& session) {
    m_session = &session;
    m_title->setText(tr("0 of %1 match").arg(workbench::recordsText(session.document().recordCount())));
    m_filter->setText(session.search().filter());
}

}  // namespace zrecord::widgets
