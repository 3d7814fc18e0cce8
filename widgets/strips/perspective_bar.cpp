#include "widgets/strips/perspective_bar.h"

#include <QHBoxLayout>
#include <QTabBar>

namespace zrecord::widgets {

PerspectiveBar::PerspectiveBar(QWidget* parent) : QWidget(parent), m_tabs(new QTabBar(this)) {
    setObjectName(QStringLiteral("perspectiveBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_tabs->setObjectName(QStringLiteral("perspectiveTabs"));
    m_tabs->setAccessibleName(tr("Perspectives"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 12, 0);
    row->addWidget(m_tabs);
    row->addStretch(1);
    connect(m_tabs, &QTabBar::currentChanged, this, &PerspectiveBar::currentChanged);
}

int PerspectiveBar::addTab(const QString& title) { return m_tabs->addTab(title); }
void PerspectiveBar::setCurrent(int index) { m_tabs->setCurrentIndex(index); }
int PerspectiveBar::current() const { return m_tabs->currentIndex(); }

}  // namespace zrecord::widgets
