#include "widgets/strips/window_header.h"

#include <QHBoxLayout>
#include <QMenuBar>

#include "widgets/common/elided_label.h"
#include "widgets/common/text_label.h"

namespace zrecord::widgets {

WindowHeader::WindowHeader(QWidget* parent) : QWidget(parent), m_menus(new QMenuBar(this)), m_document(new ElidedLabel({}, Qt::ElideMiddle, this)) {
    setObjectName(QStringLiteral("windowHeader"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 1, 12, 1);
    row->setSpacing(4);
    row->addWidget(new TextLabel(TextLabel::Style::Strong, tr("Zrecord Workbench"), this));
    m_menus->setNativeMenuBar(false);
    m_menus->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    row->addWidget(m_menus, 0);
    m_document->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_document, 1);
}

void WindowHeader::setDocumentText(const QString& text, const QString& toolTip) {
    m_document->setText(text);
    if (!toolTip.isEmpty())
        m_document->setToolTip(toolTip);
}

}  // namespace zrecord::widgets
