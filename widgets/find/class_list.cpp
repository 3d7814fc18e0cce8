#include "widgets/find/class_list.h"

#include <algorithm>

#include <QPainter>
#include <QStyledItemDelegate>

#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"
#include "workbench/messages/number_text.h"
#include "workbench/viewdata/value_names.h"

namespace zrecord::widgets {

namespace {

enum Role { ValueRole = Qt::UserRole + 1, CountRole, ShareRole, ChosenRole };
constexpr int kPadding = 4;

/// Name left, count right, and a bar behind them as long as the count.
class ClassDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override { return {100, option.fontMetrics.height() + 6}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::of(option.palette);
        const bool chosen = index.data(ChosenRole).toBool();
        painter->save();
        QColor bar = chosen ? theme.accent : theme.seriesOther;
        bar.setAlphaF(chosen ? 0.25F : 0.18F);
        QRect full = option.rect.adjusted(0, 1, 0, -1);
        if (option.state & QStyle::State_MouseOver)
            painter->fillRect(full, theme.controlHover);
        QRect part = full;
        part.setWidth(std::max(1, static_cast<int>(index.data(ShareRole).toDouble() * full.width())));
        painter->fillRect(part, bar);
        const QRect inside = full.adjusted(kPadding, 0, -kPadding, 0);
        const QFont value = valueFontFor(option.font);
        const QString count = workbench::countText(index.data(CountRole).toULongLong());
        const int countWidth = QFontMetrics(value).horizontalAdvance(count);
        QFont name = option.font;
        if (chosen)
            name.setWeight(QFont::DemiBold);
        painter->setFont(name);
        painter->setPen(chosen ? theme.accent : theme.text);
        const QString shown = QFontMetrics(name).elidedText((chosen ? QStringLiteral("✓ ") : QString()) + index.data().toString(), Qt::ElideRight, inside.width() - countWidth - 8);
        painter->drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, shown);
        painter->setFont(value);
        painter->setPen(theme.dimText);
        painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter, count);
        if (option.state & QStyle::State_HasFocus) {
            painter->setPen(theme.accent);
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(full.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }
};

}  // namespace

ClassList::ClassList(QWidget* parent) : QListWidget(parent) {
    setFrameShape(QFrame::NoFrame);
    setItemDelegate(new ClassDelegate(this));
    setMouseTracking(true);
    setUniformItemSizes(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(NoSelection);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setProperty("panel", true);
    connect(this, &QListWidget::itemClicked, this, &ClassList::toggle);
    connect(this, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        // A click activates, too, where the platform says so; it has been seen to already.
        if (!underMouse())
            toggle(item);
    });
}

void ClassList::setClasses(const workbench::ClassCounts& counts, const workbench::ValueNames* names) {
    std::uint64_t most = 1;
    for (const auto& each : counts.classes)
        most = std::max(most, each.records);
    const int row = currentRow();
    clear();
    for (const auto& each : counts.classes) {
        const QString value = QString::number(each.value);
        const QString name = names != nullptr ? names->nameOf(each.value) : QString();
        auto* item = new QListWidgetItem(name.isEmpty() ? value : name, this);
        item->setToolTip(name.isEmpty() ? tr("Value %1: %2").arg(value, workbench::recordsText(each.records)) : tr("%1 is value %2: %3").arg(name, value, workbench::recordsText(each.records)));
        item->setData(ValueRole, value);
        item->setData(CountRole, static_cast<qulonglong>(each.records));
        item->setData(ShareRole, static_cast<double>(each.records) / static_cast<double>(most));
        item->setData(Qt::AccessibleTextRole, item->toolTip());
        item->setData(ChosenRole, m_chosen.contains(value));
    }
    setCurrentRow(std::clamp(row, 0, std::max(count() - 1, 0)));
    updateGeometry();
}

void ClassList::setChosen(const QStringList& values) {
    m_chosen = values;
    for (int row = 0; row < count(); ++row)
        item(row)->setData(ChosenRole, values.contains(item(row)->data(ValueRole).toString()));
}

QSize ClassList::sizeHint() const { return {200, std::clamp(count(), 1, kMostLines) * (fontMetrics().height() + 6) + 2}; }

void ClassList::toggle(QListWidgetItem* item) {
    const QString value = item->data(ValueRole).toString();
    QStringList values = m_chosen;
    if (!values.removeOne(value))
        values << value;
    std::sort(values.begin(), values.end(), [](const QString& a, const QString& b) { return a.toLongLong() < b.toLongLong(); });
    setChosen(values);
    Q_EMIT chosenChanged(values);
}

}  // namespace zrecord::widgets
