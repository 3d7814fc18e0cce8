#include "widgets/docks/job_item_delegate.h"

#include <algorithm>

#include <QFileInfo>
#include <QPainter>

#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"
#include "workbench/jobs/job.h"
#include "workbench/models/job_list_model.h"

namespace zrecord::widgets {

using workbench::Job;
using workbench::JobListModel;

namespace {

constexpr int kPadding = 6;
constexpr int kIcon = 16;
constexpr int kBarWidth = 160;
constexpr int kBarHeight = 4;

struct Sign {
    QString icon;
    QColor color;
};

Sign signOf(Job::State state, const Theme& theme) {
    switch (state) {
    case Job::State::Queued: return {QStringLiteral("clock"), theme.dimText};
    case Job::State::Running: return {QStringLiteral("play"), theme.accent};
    case Job::State::Paused: return {QStringLiteral("pause"), theme.warning};
    case Job::State::Succeeded: return {QStringLiteral("check"), theme.good};
    case Job::State::Failed: return {QStringLiteral("error"), theme.marked};
    case Job::State::Cancelled: return {QStringLiteral("close"), theme.dimText};
    }
    return {QStringLiteral("clock"), theme.dimText};
}

bool isActive(Job::State state) { return state == Job::State::Queued || state == Job::State::Running || state == Job::State::Paused; }

/// Draws the bar and answers where the text begins behind it. An unknown total has an empty bar: the text says what is known.
int paintBar(QPainter* painter, const Theme& theme, const QRect& line, int permille) {
    const QRect bar(line.left(), line.center().y() - kBarHeight / 2, std::min(kBarWidth, line.width() / 2), kBarHeight);
    painter->setPen(Qt::NoPen);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(theme.line);
    painter->drawRoundedRect(bar, kBarHeight / 2.0, kBarHeight / 2.0);
    if (permille > 0) {
        QRect part = bar;
        part.setWidth(std::max(kBarHeight, bar.width() * std::min(permille, 1000) / 1000));
        painter->setBrush(theme.accent);
        painter->drawRoundedRect(part, kBarHeight / 2.0, kBarHeight / 2.0);
    }
    return bar.right() + 1 + 2 * kPadding;
}

}  // namespace

QSize JobItemDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const { return {160, 2 * option.fontMetrics.height() + 2 * kPadding}; }

void JobItemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::of(option.palette);
    const auto state = static_cast<Job::State>(index.data(JobListModel::StateRole).toInt());
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.accentBackground);
    const QRect inside = option.rect.adjusted(kPadding, kPadding / 2, -kPadding, -kPadding / 2);
    const int half = inside.height() / 2;
    const Sign sign = signOf(state, theme);
    painter->drawPixmap(inside.left(), inside.top() + (half - kIcon) / 2, iconPixmap(sign.icon, sign.color, kIcon, painter->device()->devicePixelRatioF()));
    const QRect title(inside.left() + kIcon + kPadding, inside.top(), inside.width() - kIcon - kPadding, half);
    const QString store = QFileInfo(index.data(JobListModel::SubjectRole).toString()).fileName();
    const QString what = store.isEmpty() ? index.data().toString() : tr("%1: %2").arg(index.data().toString(), store);
    painter->setPen(theme.text);
    painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter, option.fontMetrics.elidedText(what, Qt::ElideMiddle, title.width()));
    QRect below(title.left(), inside.top() + half, title.width(), half);
    QString text = index.data(JobListModel::ProgressTextRole).toString();
    if (isActive(state))
        below.setLeft(paintBar(painter, theme, below, index.data(JobListModel::PermilleRole).toInt()));
    else if (const QString outcome = index.data(JobListModel::ResultTextRole).toString(); !outcome.isEmpty())
        text = outcome;
    painter->setPen(state == Job::State::Failed ? theme.marked : theme.dimText);
    painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter, option.fontMetrics.elidedText(text, Qt::ElideRight, below.width()));
    painter->restore();
}

}  // namespace zrecord::widgets
