#include "widgets/browse/empty_store_page.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/actions/action_registry.h"
#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/document/store_document.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"

namespace zrecord::widgets {

EmptyStorePage::EmptyStorePage(QWidget* parent)
    : QWidget(parent), m_title(new TextLabel(TextLabel::Style::Heading)), m_text(new TextLabel), m_buttons(new QHBoxLayout) {
    setObjectName(QStringLiteral("emptyStore"));
    auto* sign = new TextLabel;
    sign->setPixmap(icon(QStringLiteral("empty"), IconColor::Dim).pixmap(32, 32));
    m_title->setObjectName(QStringLiteral("emptyTitle"));
    m_text->setTone(Tone::Dim);
    m_text->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addStretch(1);
    for (TextLabel* label : {sign, m_title, m_text}) {
        label->setAlignment(Qt::AlignCenter);
        layout->addWidget(label);
    }
    m_buttons->setSpacing(8);
    m_buttons->addStretch(1);
    m_buttons->addStretch(1);
    layout->addSpacing(8);
    layout->addLayout(m_buttons);
    layout->addStretch(1);
}

void EmptyStorePage::addButtons(ActionRegistry& registry) {
    // A read-only store is switched to editing first: the button that can be pressed shows the way.
    for (const auto* id : {"store.editing", "store.append", "file.import"}) {
        QAction* action = registry.action(QLatin1String(id));
        if (!action)
            continue;
        auto* button = new QPushButton(action->icon(), {});
        button->setObjectName(QStringLiteral("empty.") + QLatin1String(id));
        const auto follow = [button, action] {
            button->setText(besideIcon(QString(action->text()).remove(u'&')));
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
            button->setVisible(!action->isCheckable() || !action->isChecked());
        };
        connect(action, &QAction::changed, button, follow);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        follow();
        m_buttons->insertWidget(m_buttons->count() - 1, button);
    }
}

void EmptyStorePage::describe(const workbench::StoreDocument& document, std::size_t stream) {
    if (document.streams().empty()) {
        return;
    }
    const auto& streams = document.streams();
    if (document.alignmentFault()) {
        QStringList lengths;
        for (const auto& each : streams) {
            lengths << tr("%1: %2").arg(each.name, workbench::recordsText(each.summary.records));
        }
        m_title->setText(tr("No record is in every stream of this set"));
        m_text->setText(tr("%1\nOpen a stream by itself to see its records, or append to the shorter ones and reload.").arg(lengths.join(QStringLiteral(" \u00B7 "))));
        return;
    }
    m_title->setText(tr("Empty store: %1").arg(workbench::streamText(streams[std::min(stream, streams.size() - 1)])));
    m_text->setText(document.isAlignedSet() ? tr("It has no records yet. Records that zr or a program appends to its streams appear here after Reload.")
                                                                : tr("It has no records yet. Enable editing and append a file, or append with a program and reload."));
}

}  // namespace zrecord::widgets
