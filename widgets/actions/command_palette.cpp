#include "widgets/actions/command_palette.h"

#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <QWindow>

#include "widgets/actions/action_registry.h"
#include "widgets/actions/fuzzy_match.h"
#include "widgets/actions/palette_delegate.h"
#include "widgets/common/text_label.h"

namespace zrecord::widgets {

namespace {

constexpr int kWidth = 620;
constexpr int kMostHeight = 420;
constexpr int kMargin = 10;
constexpr int kSpacing = 8;
constexpr int kCategoryPenalty = 4;  // a hit in the category counts less than one in the text

QString plainText(const QString& text) { return QString(text).remove(u'&'); }

}  // namespace

CommandPalette::CommandPalette(ActionRegistry& registry, QWidget* window)
    : QDialog(window, Qt::Dialog | Qt::FramelessWindowHint), m_registry(registry), m_input(new QLineEdit(this)),
      m_list(new QListWidget(this)), m_none(new TextLabel(TextLabel::Style::Body, tr("No action has these letters."), this)) {
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Search actions"));
    setAccessibleName(tr("Search actions"));
    setProperty("popup", true);
    setFixedWidth(std::min(kWidth, window->width() - 40));
    m_input->setObjectName(QStringLiteral("paletteInput"));
    m_input->setPlaceholderText(tr("Search actions"));
    m_input->setAccessibleName(tr("Search actions"));
    m_input->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Actions"));
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_none->setTone(Tone::Dim);
    m_none->setAlignment(Qt::AlignCenter);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    rows->setSpacing(kSpacing);
    rows->addWidget(m_input);
    rows->addWidget(m_list, 1);
    rows->addWidget(m_none, 1);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_input, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    filter({});
}

void CommandPalette::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    const QWidget* window = parentWidget();
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, 72)));
    m_input->setFocus();
    qApp->installEventFilter(this);
}

void CommandPalette::hideEvent(QHideEvent* event) {
    qApp->removeEventFilter(this);
    QDialog::hideEvent(event);
}

void CommandPalette::filter(const QString& text) {
    struct Hit {
        QString id;
        int score;
        bool enabled;
    };
    std::vector<Hit> hits;
    for (const QString& id : m_registry.ids()) {
        if (id == QLatin1String("help.palette"))
            continue;
        const ActionInfo& info = *m_registry.info(id);
        const auto own = fuzzyScore(text, plainText(m_registry.action(id)->text()));
        const QString inCategory = info.category + u' ' + plainText(info.text);
        const auto wide = fuzzyScore(text, inCategory);
        if (own || wide)
            hits.push_back({id, std::max(own.value_or(0), wide.value_or(0) - kCategoryPenalty), m_registry.action(id)->isEnabled()});
    }
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
        return a.enabled != b.enabled ? a.enabled : a.score > b.score;
    });
    m_list->clear();
    for (const Hit& hit : hits) {
        const ActionInfo& info = *m_registry.info(hit.id);
        const QAction* action = m_registry.action(hit.id);
        auto* item = new QListWidgetItem(plainText(action->text()), m_list);
        item->setData(PaletteDelegate::IdRole, hit.id);
        item->setData(PaletteDelegate::CategoryRole, info.category);
        item->setData(PaletteDelegate::KeyRole, action->shortcut().toString(QKeySequence::NativeText));
        item->setData(PaletteDelegate::IconRole, info.icon);
        item->setData(PaletteDelegate::EnabledRole, hit.enabled);
        item->setToolTip(info.description);
    }
    m_list->setCurrentRow(0);
    m_list->setVisible(!hits.empty());
    m_none->setVisible(hits.empty());
    fitHeight();
}

void CommandPalette::fitHeight() {
    const int rowHeight = m_list->count() > 0 ? m_list->sizeHintForRow(0) : m_none->sizeHint().height() + 2 * kMargin;
    const int rows = std::max(m_list->count(), 1) * rowHeight + 2 * m_list->frameWidth();
    const int whole = 2 * kMargin + kSpacing + m_input->sizeHint().height() + rows;
    setFixedHeight(std::min({whole, kMostHeight, parentWidget()->height() - 80}));
}

QStringList CommandPalette::visibleIds() const {
    QStringList ids;
    for (int row = 0; row < m_list->count(); ++row)
        ids << m_list->item(row)->data(PaletteDelegate::IdRole).toString();
    return ids;
}

void CommandPalette::runCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    if (item == nullptr || !item->data(PaletteDelegate::EnabledRole).toBool())
        return;
    QAction* action = m_registry.action(item->data(PaletteDelegate::IdRole).toString());
    accept();
    // After the palette is gone, so that a dialog of the action stands over the window, not over us.
    QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
}

bool CommandPalette::takesForeignEvent(QObject* watched, QEvent* event) {
    const auto* widget = qobject_cast<QWidget*>(watched);
    const bool isOwn = watched == windowHandle() || (widget != nullptr && (widget == this || isAncestorOf(widget)));
    if (isOwn)
        return false;
    if (event->type() == QEvent::MouseButtonPress && (widget != nullptr || watched->isWindowType())) {
        reject();
        return true;
    }
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey || isActiveWindow())
        return false;
    event->accept();
    if (event->type() == QEvent::KeyPress)
        QCoreApplication::sendEvent(m_input, event);
    return true;
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (takesForeignEvent(watched, event))
        return true;
    if (watched == m_input && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
            const int step = key == Qt::Key_Down ? 1 : (key == Qt::Key_Up ? -1 : (key == Qt::Key_PageDown ? 8 : -8));
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(0, m_list->count() - 1)));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace zrecord::widgets
