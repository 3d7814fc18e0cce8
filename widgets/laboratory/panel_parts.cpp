#include "widgets/laboratory/panel_parts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>

#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/document/store_document.h"

namespace zrecord::widgets {

namespace {
constexpr int kSideWidth = 280;
}

std::pair<QFrame*, QVBoxLayout*> makeCard(const QString& caption) {
    auto* card = new QFrame;
    card->setProperty("card", true);
    auto* rows = new QVBoxLayout(card);
    rows->setContentsMargins(12, 10, 12, 10);
    rows->setSpacing(6);
    if (!caption.isEmpty())
        rows->addWidget(new TextLabel(TextLabel::Style::Caption, caption));
    return {card, rows};
}

QWidget* makeSide(std::initializer_list<QWidget*> cards) {
    auto* content = new QWidget;
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    for (QWidget* card : cards)
        rows->addWidget(card);
    rows->addStretch(1);
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidgetResizable(true);
    area->setFixedWidth(kSideWidth);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(content);
    return area;
}

void arrangePanel(QWidget& panel, QWidget* head, QWidget* plot, QWidget* results, QWidget* side) {
    auto* upper = new QHBoxLayout;
    upper->setSpacing(8);
    upper->addWidget(plot, 1);
    upper->addWidget(side);
    // The table gets the whole width: its columns are what a narrow window would cut.
    auto* middle = new QVBoxLayout;
    middle->setContentsMargins(12, 12, 12, 12);
    middle->setSpacing(8);
    middle->addLayout(upper, 1);
    middle->addWidget(results);
    auto* rows = new QVBoxLayout(&panel);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(head);
    rows->addLayout(middle, 1);
}

QToolButton* makeIconButton(const QString& objectName, const QString& iconName, const QString& text) {
    auto* button = new QToolButton;
    button->setObjectName(objectName);
    button->setIcon(icon(iconName, IconColor::Dim));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setProperty("quiet", true);
    return button;
}

void showRows(QTableView& table, QAbstractItemModel& model, int rowHeight) {
    table.setProperty("framed", true);
    table.setModel(&model);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(rowHeight);
    table.horizontalHeader()->setHighlightSections(false);
}

QString streamPath(const workbench::StoreDocument& document, std::size_t stream) {
    return document.isAlignedSet() ? document.path() + u'/' + document.streams()[stream].name : document.path();
}

}  // namespace zrecord::widgets
