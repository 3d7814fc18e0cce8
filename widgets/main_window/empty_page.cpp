#include "widgets/main_window/empty_page.h"

#include <QAction>
#include <QFileInfo>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/actions/action_registry.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/link_row.h"
#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/settings/workbench_settings.h"

namespace zrecord::widgets {

namespace {
constexpr int kColumnWidth = 640;
constexpr int kRecentRows = 5;
}

EmptyPage::EmptyPage(ActionRegistry& actions, workbench::WorkbenchSettings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_recent(new QWidget(this)), m_recentLayout(new QVBoxLayout(m_recent)) {
    setObjectName(QStringLiteral("emptyPage"));
    m_recentLayout->setContentsMargins(0, 0, 0, 0);
    m_recentLayout->setSpacing(2);
    auto* column = new QWidget(this);
    column->setFixedWidth(kColumnWidth);
    auto* rows = new QVBoxLayout(column);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(24);
    rows->addWidget(makeStart(actions));
    auto* below = new QHBoxLayout;
    below->setSpacing(32);
    below->addWidget(m_recent, 3, Qt::AlignTop);
    below->addWidget(makeShortcuts(actions), 2, Qt::AlignTop);
    rows->addLayout(below);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(24, 24, 24, 24);
    outer->addStretch(2);
    outer->addWidget(column, 0, Qt::AlignHCenter);
    outer->addStretch(3);
    connect(&settings, &workbench::WorkbenchSettings::recentStoresChanged, this, &EmptyPage::fillRecent);
    fillRecent();
}

QWidget* EmptyPage::makeStart(ActionRegistry& actions) {
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    auto* rows = new QVBoxLayout(card);
    rows->setContentsMargins(32, 28, 32, 28);
    rows->setSpacing(8);
    auto* picture = new TextLabel(TextLabel::Style::Body, {}, card);
    picture->setPixmap(QIcon(QStringLiteral(":/zrecord/app/zrecord-workbench.svg")).pixmap(48, 48));
    rows->addWidget(picture, 0, Qt::AlignHCenter);
    rows->addSpacing(6);
    rows->addWidget(new TextLabel(TextLabel::Style::Heading, tr("Open a store, or drop its folder here"), card), 0, Qt::AlignHCenter);
    auto* hint = new TextLabel(TextLabel::Style::Body,
                               tr("A store is a folder with the records of one array stream. A folder of such folders opens as an "
                                  "aligned set. Everything opens read-only."), card);
    hint->setTone(Tone::Dim);
    hint->setWordWrap(true);
    hint->setAlignment(Qt::AlignHCenter);
    rows->addWidget(hint);
    rows->addSpacing(10);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    const struct { const char* id; QString text; QString icon; bool primary; } kButtons[] = {
        {"file.open", tr("Open…"), QStringLiteral("open"), true},
        {"file.import", tr("Import…"), QStringLiteral("import"), false},
        {"help.sample", tr("Sample store"), QStringLiteral("sample"), false}};
    for (const auto& entry : kButtons) {
        QAction* action = actions.action(QLatin1String(entry.id));
        Q_ASSERT(action != nullptr);
        auto* button = new QPushButton(icon(entry.icon, entry.primary ? IconColor::OnAccent : IconColor::Text), besideIcon(entry.text), card);
        button->setAccessibleName(entry.text);
        button->setObjectName(QStringLiteral("empty.") + QLatin1String(entry.id));
        button->setProperty("primary", entry.primary);
        if (entry.primary)
            setFocusProxy(button);
        button->setToolTip(action->toolTip());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    rows->addLayout(buttons);
    return card;
}

QWidget* EmptyPage::makeShortcuts(ActionRegistry& actions) {
    auto* box = new QWidget(this);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(0, 1);
    grid->addWidget(new TextLabel(TextLabel::Style::Caption, tr("Keys worth knowing"), box), 0, 0, 1, 2);
    int row = 1;
    for (const auto* id : {"file.open", "go.to", "help.palette", "help.shortcuts"}) {
        const QAction* action = actions.action(QLatin1String(id));
        if (action == nullptr)
            continue;
        auto* name = new TextLabel(TextLabel::Style::Body, QString(action->text()).remove(u'&').remove(QChar(0x2026)), box);
        name->setTone(Tone::Dim);
        grid->addWidget(name, row, 0);
        grid->addWidget(new TextLabel(TextLabel::Style::Value, action->shortcut().toString(QKeySequence::NativeText), box), row, 1,
                        Qt::AlignRight);
        ++row;
    }
    return box;
}

void EmptyPage::fillRecent() {
    while (QLayoutItem* item = m_recentLayout->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
    m_recentLayout->addWidget(new TextLabel(TextLabel::Style::Caption, tr("Recent"), m_recent));
    const QStringList recent = m_settings.recentStores().mid(0, kRecentRows);
    if (recent.isEmpty()) {
        auto* none = new TextLabel(TextLabel::Style::Body, tr("The stores that you open will be listed here."), m_recent);
        none->setTone(Tone::Dim);
        none->setWordWrap(true);
        m_recentLayout->addWidget(none);
    }
    for (const QString& path : recent) {
        auto* row = new LinkRow(QFileInfo(path).fileName(), QFileInfo(path).path(), m_recent);
        connect(row, &QAbstractButton::clicked, this, [this, path] { Q_EMIT openRequested(path); });
        m_recentLayout->addWidget(row);
    }
}

}  // namespace zrecord::widgets
