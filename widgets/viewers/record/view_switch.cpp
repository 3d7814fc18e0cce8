#include "widgets/viewers/record/view_switch.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace zrecord::widgets {

namespace {
constexpr int kSpacing = 4;
}

ViewSwitch::ViewSwitch(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this)), m_layout(new QHBoxLayout(this)), m_more(new QToolButton) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(kSpacing);
    m_layout->setSizeConstraint(QLayout::SetNoConstraint);  // what has no room goes into the menu
    for (const ViewKind kind : allViewKinds()) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("view_") + viewKindName(kind));
        button->setText(viewKindTitle(kind));
        button->setCheckable(true);
        button->setProperty("quiet", true);
        m_group->addButton(button, static_cast<int>(kind));
        m_layout->addWidget(button);
    }
    m_more->setObjectName(QStringLiteral("view_more"));
    m_more->setText(QStringLiteral("…"));
    m_more->setToolTip(tr("More ways to look at this record"));
    m_more->setAccessibleName(m_more->toolTip());
    m_more->setProperty("quiet", true);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
    m_layout->addWidget(m_more);
    m_layout->addStretch(1);
    connect(m_more->menu(), &QMenu::aboutToShow, this, &ViewSwitch::fillMenu);
    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) { Q_EMIT kindChosen(static_cast<ViewKind>(id)); });
}

void ViewSwitch::showViews(const std::vector<ViewKind>& views, ViewKind chosen) {
    if (views != m_views) {
        m_views = views;
        updateGeometry();
    }
    m_chosen = chosen;
    for (const ViewKind kind : allViewKinds())
        button(kind)->setChecked(kind == chosen);
    arrange();
}

void ViewSwitch::addTrailing(QWidget* widget) {
    m_trailing = widget;
    m_layout->addWidget(widget);
}

QToolButton* ViewSwitch::button(ViewKind kind) const {
    return static_cast<QToolButton*>(m_group->button(static_cast<int>(kind)));
}

int ViewSwitch::trailingWidth() const {
    return m_trailing && !m_trailing->isHidden() ? m_trailing->sizeHint().width() + kSpacing : 0;
}

QSize ViewSwitch::sizeHint() const {
    QSize size(trailingWidth(), m_more->sizeHint().height());
    for (const ViewKind kind : m_views) {
        const QSize hint = button(kind)->sizeHint();
        size = {size.width() + hint.width() + kSpacing, std::max(size.height(), hint.height())};
    }
    return m_trailing ? size.expandedTo({0, m_trailing->sizeHint().height()}) : size;
}

QSize ViewSwitch::minimumSizeHint() const {
    int widest = 0;
    for (const ViewKind kind : m_views)
        widest = std::max(widest, button(kind)->sizeHint().width());
    return {widest + 2 * kSpacing + m_more->sizeHint().width() + trailingWidth(), sizeHint().height()};
}

void ViewSwitch::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool ViewSwitch::event(QEvent* event) {
    // What stands at the right has become wider or narrower, or letters have.
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        arrange();
    }
    return handled;
}

void ViewSwitch::arrange() {
    const auto needed = [this](ViewKind kind) { return button(kind)->sizeHint().width() + kSpacing; };
    int room = width() - trailingWidth();
    int all = 0;
    for (const ViewKind kind : m_views)
        all += needed(kind);
    std::vector<ViewKind> hidden;
    if (all > room) {
        room -= needed(m_chosen) + m_more->sizeHint().width();
        for (const ViewKind kind : m_views) {
            if (kind == m_chosen)
                continue;
            // From the first that has no room on, so that their order stays.
            if (!hidden.empty() || needed(kind) > room)
                hidden.push_back(kind);
            else
                room -= needed(kind);
        }
    }
    const auto holds = [](const std::vector<ViewKind>& kinds, ViewKind kind) { return std::ranges::find(kinds, kind) != kinds.end(); };
    for (const ViewKind kind : allViewKinds())
        button(kind)->setVisible(holds(m_views, kind) && !holds(hidden, kind));
    m_more->setVisible(!hidden.empty());
    m_hidden = std::move(hidden);
}

void ViewSwitch::fillMenu() {
    m_more->menu()->clear();
    for (const ViewKind kind : m_hidden)
        connect(m_more->menu()->addAction(viewKindTitle(kind)), &QAction::triggered, this, [this, kind] { Q_EMIT kindChosen(kind); });
}

}  // namespace zrecord::widgets
