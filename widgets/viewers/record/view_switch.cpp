#include "widgets/viewers/record/view_switch.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace zrecord::widgets {

ViewSwitch::ViewSwitch(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this)), m_layout(new QHBoxLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    for (const ViewKind kind : allViewKinds()) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("view_") + viewKindName(kind));
        button->setText(viewKindTitle(kind));
        button->setCheckable(true);
        button->setProperty("quiet", true);
        m_group->addButton(button, static_cast<int>(kind));
        m_layout->addWidget(button);
    }
    m_layout->addStretch(1);
    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) { Q_EMIT kindChosen(static_cast<ViewKind>(id)); });
}

void ViewSwitch::showViews(const std::vector<ViewKind>& views, ViewKind chosen) {
    for (QAbstractButton* button : m_group->buttons()) {
        const auto kind = static_cast<ViewKind>(m_group->id(button));
        button->setVisible(std::ranges::find(views, kind) != views.end());
        button->setChecked(kind == chosen);
    }
}

void ViewSwitch::addTrailing(QWidget* widget) {
    m_layout->addWidget(widget);
}

}  // namespace zrecord::widgets
