#include "widgets/strips/tool_strip.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>

#include "widgets/actions/action_registry.h"
#include "widgets/find/filter_bar.h"
#include "widgets/strips/go_to_field.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/selection/go_to.h"

namespace zrecord::widgets {

namespace {

void repolish(QWidget* widget) {
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

}  // namespace

ToolStrip::ToolStrip(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent), m_actions(actions), m_goTo(new GoToField(this)), m_filter(new FilterBar(this)), m_badge(new QPushButton(this)),
      m_search(new QPushButton(this)) {
    setObjectName(QStringLiteral("toolStrip"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 7, 12, 8);
    row->setSpacing(8);
    row->addWidget(makeActionButton(QStringLiteral("file.open"), true));
    for (const auto* id : {"file.reload", "go.back", "go.forward"})
        row->addWidget(makeActionButton(QLatin1String(id), false));

    m_goTo->setObjectName(QStringLiteral("goToField"));
    m_goTo->setAccessibleName(tr("Go to record"));
    m_goTo->setPlaceholderText(tr("Go to record"));
    m_goTo->setToolTip(tr("Go to record (Ctrl+G): an index, 1e6, 50% or -1 for the last"));
    m_goTo->setMinimumWidth(110);
    m_goTo->setMaximumWidth(150);
    connect(m_goTo, &GoToField::returnPressed, this, &ToolStrip::submitGoTo);
    connect(m_goTo, &GoToField::left, this, &ToolStrip::goToLeft);
    row->addWidget(m_goTo);
    row->addWidget(m_filter, 1);
    buildBadge(actions);
    row->addWidget(m_badge);
    buildSearch(actions);
    row->addWidget(m_search);
    setDocument(nullptr);
}

QPushButton* ToolStrip::makeActionButton(const QString& id, bool withText) {
    QAction* action = m_actions.action(id);
    Q_ASSERT(action != nullptr);
    auto* button = new QPushButton(action->icon(), withText ? besideIcon(action->text()) : QString(), this);
    button->setObjectName(id);
    button->setAccessibleName(QString(action->text()).remove(u'&').remove(QChar(0x2026)));
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    connect(action, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

void ToolStrip::buildBadge(ActionRegistry& actions) {
    QAction* editing = actions.action(QStringLiteral("store.editing"));
    m_badge->setObjectName(QStringLiteral("editingBadge"));
    connect(m_badge, &QPushButton::clicked, editing, &QAction::trigger);
    connect(editing, &QAction::changed, this, &ToolStrip::updateBadge);
    updateBadge();
}

void ToolStrip::updateBadge() {
    const QAction* editing = m_actions.action(QStringLiteral("store.editing"));
    const bool on = editing->isChecked();
    m_badge->setText(besideIcon(on ? tr("Editing") : tr("Read-only")));
    m_badge->setIcon(icon(on ? QStringLiteral("edit") : QStringLiteral("lock"), on ? IconColor::Warning : IconColor::Dim));
    m_badge->setToolTip(on ? tr("Records can be marked for deletion and the store can be compacted. Click to go back to read-only.")
                           : tr("Nothing can be changed. Click to enable editing."));
    m_badge->setAccessibleName(on ? tr("Editing is on; click for read-only") : tr("Read-only; click to enable editing"));
    m_badge->setEnabled(editing->isEnabled());
    const QString kind = on ? QStringLiteral("editing") : QStringLiteral("readonly");
    if (m_badge->property("badge").toString() != kind) {
        m_badge->setProperty("badge", kind);
        repolish(m_badge);
    }
}

void ToolStrip::buildSearch(ActionRegistry& actions) {
    QAction* palette = actions.action(QStringLiteral("help.palette"));
    m_search->setObjectName(QStringLiteral("searchActions"));
    m_search->setIcon(icon(QStringLiteral("search"), IconColor::Dim));
    m_search->setText(besideIcon(tr("Search actions")) + QStringLiteral("   ") + palette->shortcut().toString(QKeySequence::NativeText));
    m_search->setToolTip(palette->toolTip());
    m_search->setAccessibleName(tr("Search actions"));
    connect(m_search, &QPushButton::clicked, palette, &QAction::trigger);
}

void ToolStrip::setDocument(workbench::DocumentSession* session) {
    m_session = session;
    m_filter->setDocument(session);
    setReadable(session != nullptr);
}

void ToolStrip::setReadable(bool readable) {
    if (!readable)
        m_goTo->setShown({});
    else if (!m_goTo->isEnabled())
        if (const auto current = m_session->selection().current())
            showCurrent(*current);
    m_goTo->setEnabled(readable);
    m_filter->setEnabled(readable);
    m_badge->setVisible(readable);
}

void ToolStrip::showCurrent(quint64 record) {
    m_goTo->setShown(workbench::countText(record));
}

void ToolStrip::focusGoTo() {
    m_goTo->setFocus(Qt::ShortcutFocusReason);
    m_goTo->selectAll();
}

void ToolStrip::submitGoTo() {
    if (m_session == nullptr)
        return;
    const std::uint64_t count = m_session->document().recordCount();
    const workbench::GoToTarget target = workbench::parseGoTo(m_goTo->text(), count);
    if (!target.index) {
        m_goTo->setRefusal(workbench::goToErrorText(target.error, m_goTo->text(), count));
        m_goTo->selectAll();
        return;
    }
    m_goTo->setModified(false);
    m_goTo->setRefusal({});
    Q_EMIT goToRequested(*target.index);
}

}  // namespace zrecord::widgets
