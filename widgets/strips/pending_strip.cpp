#include "widgets/strips/pending_strip.h"

#include <algorithm>

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>

#include "widgets/actions/action_registry.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/text_label.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

PendingStrip::PendingStrip(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent), m_count(new TextLabel(TextLabel::Style::Strong, {}, this)),
      m_effect(new ElidedLabel({}, Qt::ElideRight, this)) {
    setObjectName(QStringLiteral("pendingStrip"));
    setAttribute(Qt::WA_StyledBackground);
    m_count->setTone(Tone::Warning);
    m_effect->setTone(Tone::Warning);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 7, 12, 6);
    row->setSpacing(10);
    row->addWidget(m_count);
    row->addWidget(m_effect, 1);
    QPushButton* review = makeButton(actions, QStringLiteral("store.review"), tr("Review and apply…"));
    review->setProperty("primary", true);
    row->addWidget(review);
    row->addWidget(makeButton(actions, QStringLiteral("store.discard"), tr("Discard")));
    hide();
}

QPushButton* PendingStrip::makeButton(ActionRegistry& actions, const QString& id, const QString& text) {
    QAction* action = actions.action(id);
    Q_ASSERT(action != nullptr);
    auto* button = new QPushButton(text, this);
    button->setObjectName(id);
    button->setToolTip(action->toolTip());
    const auto follow = [button, action] { button->setEnabled(action->isEnabled()); };
    connect(action, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

void PendingStrip::setDocument(workbench::DocumentSession* session) {
    if (m_session != nullptr)
        disconnect(&m_session->pending(), nullptr, this, nullptr);
    m_session = session;
    if (session != nullptr)
        connect(&session->pending(), &workbench::PendingChanges::changed, this, &PendingStrip::refresh);
    refresh();
}

void PendingStrip::refresh() {
    const bool visible = m_session != nullptr && !m_session->pending().isEmpty();
    setVisible(visible);
    if (!visible)
        return;
    const workbench::StoreDocument& document = m_session->document();
    const std::uint64_t count = m_session->pending().count();
    m_count->setText(tr("%1 marked for deletion").arg(workbench::countText(count)));
    QStringList streams;
    for (const workbench::StreamInfo& stream : document.streams())
        streams << stream.name;
    // The last record takes the place of each removed one: as many move as marks lie below the new end.
    const std::uint64_t after = document.recordCount() - std::min(count, document.recordCount());
    const std::uint64_t moved = m_session->pending().marked().rank(after);
    QString effect = document.isAlignedSet() ? tr("in %1 · ").arg(streams.join(QStringLiteral(", "))) : QString();
    if (moved == 0)
        effect += tr("no other record moves");
    else
        effect += moved == 1 ? tr("one other record will move") : tr("%1 other records will move").arg(workbench::countText(moved));
    m_effect->setText(effect);
    setAccessibleName(m_count->text() + QStringLiteral(", ") + effect);
}

}  // namespace zrecord::widgets
