#include "widgets/docks/log_dock.h"

#include <algorithm>

#include <QClipboard>
#include <QDateTime>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QSaveFile>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"
#include "workbench/curate/curation_log.h"

namespace zrecord::widgets {

using workbench::CurationLog;

namespace {

constexpr int kPadding = 6;

/// Time and what happened, and below it the command.
class LogDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override { return {120, 2 * option.fontMetrics.height() + 2 * kPadding}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::of(option.palette);
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, theme.accentBackground);
        const QRect inside = option.rect.adjusted(kPadding, kPadding / 2, -kPadding, -kPadding / 2);
        const int half = inside.height() / 2;
        const QString time = index.data(CurationLog::TimeRole).toDateTime().toString(QStringLiteral("HH:mm:ss"));
        const int timeWidth = option.fontMetrics.horizontalAdvance(time) + 10;
        painter->setPen(theme.dimText);
        painter->drawText(QRect(inside.left(), inside.top(), timeWidth, half), Qt::AlignLeft | Qt::AlignVCenter, time);
        painter->setPen(theme.text);
        const QRect text(inside.left() + timeWidth, inside.top(), inside.width() - timeWidth, half);
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, text.width()));
        const QFont value = valueFontFor(option.font);
        painter->setFont(value);
        painter->setPen(theme.dimText);
        const QRect command(text.left(), inside.top() + half, text.width(), half);
        painter->drawText(command, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(value).elidedText(index.data(CurationLog::CommandRole).toString(), Qt::ElideMiddle, command.width()));
        painter->restore();
    }
};

}  // namespace

LogDock::LogDock(CurationLog& log, QWidget* parent) : DockFrame(QStringLiteral("logDock"), tr("Log"), 240, parent), m_log(log), m_view(new QListView(contents())) {
    m_view->setObjectName(QStringLiteral("logView"));
    m_view->setAccessibleName(tr("What was done, with the commands of zr"));
    m_view->setModel(&log);
    m_view->setItemDelegate(new LogDelegate(m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformItemSizes(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setMinimumHeight(96);
    m_view->setProperty("panel", true);
    m_view->installEventFilter(this);
    auto* copy = new QPushButton(icon(QStringLiteral("copy")), besideIcon(tr("Copy commands")), contents());
    copy->setObjectName(QStringLiteral("logCopy"));
    auto* save = new QPushButton(tr("Save as script…"), contents());
    save->setObjectName(QStringLiteral("logSave"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(copy);
    buttons->addWidget(save);
    buttons->addStretch(1);
    column()->insertWidget(0, m_view, 1);
    column()->insertLayout(1, buttons);
    column()->setStretch(column()->count() - 1, 0);
    connect(copy, &QPushButton::clicked, this, &LogDock::copyChosen);
    connect(save, &QPushButton::clicked, this, &LogDock::saveScript);
    connect(&log, &QAbstractItemModel::rowsInserted, m_view, &QListView::scrollToBottom, Qt::QueuedConnection);
}

void LogDock::copyChosen() {
    QModelIndexList chosen = m_view->selectionModel()->selectedIndexes();
    std::sort(chosen.begin(), chosen.end());
    if (chosen.isEmpty())
        for (int row = 0; row < m_log.rowCount(); ++row)
            chosen << m_log.index(row);
    QStringList commands;
    for (const QModelIndex& index : chosen)
        if (const QString command = index.data(CurationLog::CommandRole).toString(); !command.isEmpty())
            commands << command;
    QGuiApplication::clipboard()->setText(commands.join(u'\n'));
    Q_EMIT message(tr("Commands copied: %1").arg(commands.size()));
}

void LogDock::saveScript() {
    auto* dialog = new QFileDialog(this, tr("Save the log as a script"), QString(), tr("Shell scripts (*.sh)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("sh"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        QSaveFile file(path);
        const QByteArray script = m_log.script().toUtf8();
        const bool saved = file.open(QIODevice::WriteOnly) && file.write(script) == script.size() && file.commit();
        Q_EMIT message(saved ? tr("Saved %1.").arg(path) : tr("%1 cannot be written: %2").arg(path, file.errorString()));
    });
    dialog->open();
}

bool LogDock::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copyChosen();
        return true;
    }
    return DockFrame::eventFilter(watched, event);
}

}  // namespace zrecord::widgets
