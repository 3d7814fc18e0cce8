#include "widgets/actions/key_dialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "widgets/actions/action_registry.h"
#include "widgets/actions/key_bindings.h"
#include "widgets/common/text_label.h"

namespace zrecord::widgets {

namespace {

constexpr int kIdRole = Qt::UserRole;

QString plainText(const ActionInfo& info) { return QString(info.text).remove(u'&').remove(QChar(0x2026)); }

}  // namespace

KeyDialog::KeyDialog(ActionRegistry& registry, workbench::WorkbenchSettings& settings, QWidget* parent)
    : QDialog(parent), m_registry(registry), m_settings(settings), m_filter(new QLineEdit(this)), m_list(new QTreeWidget(this)), m_keys(new QKeySequenceEdit(this)),
      m_message(new TextLabel(TextLabel::Style::Body, {}, this)), m_assign(new QPushButton(tr("&Assign"), this)), m_none(new QPushButton(tr("&No keys"), this)),
      m_usual(new QPushButton(tr("&Usual keys"), this)) {
    setObjectName(QStringLiteral("keyDialog"));
    setWindowTitle(tr("Change keys"));
    m_filter->setObjectName(QStringLiteral("keyFilter"));
    m_filter->setPlaceholderText(tr("Name of an action"));
    m_filter->setAccessibleName(tr("Show only actions with this name"));
    m_filter->setClearButtonEnabled(true);
    m_list->setObjectName(QStringLiteral("keyList"));
    m_list->setAccessibleName(tr("Actions and their keys"));
    m_list->setColumnCount(3);
    m_list->setHeaderLabels({tr("Action"), tr("Where"), tr("Keys")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    m_keys->setObjectName(QStringLiteral("newKeys"));
    m_keys->setAccessibleName(tr("New keys: press them here"));
    m_assign->setObjectName(QStringLiteral("keyAssign"));
    m_assign->setProperty("primary", true);
    m_none->setObjectName(QStringLiteral("keyNone"));
    m_usual->setObjectName(QStringLiteral("keyUsual"));
    m_message->setObjectName(QStringLiteral("keyMessage"));
    m_message->setWordWrap(true);
    auto* all = new QPushButton(tr("A&ll back to usual"), this);
    all->setObjectName(QStringLiteral("keyAllUsual"));
    auto* close = new QPushButton(tr("Close"), this);
    for (QPushButton* button : {m_assign, m_none, m_usual, all, close})
        button->setAutoDefault(false);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(24, 20, 24, 16);
    rows->setSpacing(10);
    rows->addWidget(new TextLabel(TextLabel::Style::Heading, tr("Change the keys of an action"), this));
    rows->addWidget(m_filter);
    rows->addWidget(m_list, 1);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    auto* label = new TextLabel(TextLabel::Style::Body, tr("New keys"), this);
    label->setTone(Tone::Dim);
    line->addWidget(label);
    line->addWidget(m_keys, 1);
    for (QPushButton* button : {m_assign, m_none, m_usual})
        line->addWidget(button);
    rows->addLayout(line);
    rows->addWidget(m_message);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(all);
    buttons->addStretch(1);
    buttons->addWidget(close);
    rows->addLayout(buttons);
    connect(m_filter, &QLineEdit::textChanged, this, &KeyDialog::narrow);
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this] {
        m_keys->clear();
        m_message->setText({});
        updateButtons();
    });
    connect(m_list, &QTreeWidget::itemActivated, m_keys, [this] { m_keys->setFocus(); });
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& keys) {
        // One stroke: an action that waits for a second one feels dead after the first.
        if (keys.count() > 1)
            m_keys->setKeySequence(QKeySequence(keys[0]));
        updateButtons();
    });
    connect(m_assign, &QPushButton::clicked, this, &KeyDialog::assign);
    connect(m_none, &QPushButton::clicked, this, [this] { put({}); });
    connect(m_usual, &QPushButton::clicked, this, [this] { put(m_registry.defaultShortcuts(chosen())); });
    connect(all, &QPushButton::clicked, this, &KeyDialog::resetAll);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    fill();
    updateButtons();
    resize(680, 560);
}

void KeyDialog::fill() {
    for (const QString& id : m_registry.ids()) {
        const ActionInfo& info = *m_registry.info(id);
        auto* item = new QTreeWidgetItem(m_list, {plainText(info), info.category, QString()});
        item->setData(0, kIdRole, id);
        item->setToolTip(0, info.description);
        showKeys(*item);
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

void KeyDialog::showKeys(QTreeWidgetItem& item) {
    const QString id = item.data(0, kIdRole).toString();
    QStringList texts;
    for (const QKeySequence& keys : m_registry.info(id)->shortcuts)
        texts << keys.toString(QKeySequence::NativeText);
    item.setText(2, texts.join(tr(" or ")));
    QFont font = item.font(2);
    font.setBold(m_registry.info(id)->shortcuts != m_registry.defaultShortcuts(id));
    item.setFont(2, font);
}

void KeyDialog::narrow(const QString& text) {
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = m_list->topLevelItem(i);
        item->setHidden(!item->text(0).contains(text, Qt::CaseInsensitive) && !item->text(2).contains(text, Qt::CaseInsensitive));
    }
    if (QTreeWidgetItem* current = m_list->currentItem(); current == nullptr || current->isHidden())
        for (int i = 0; i < m_list->topLevelItemCount(); ++i)
            if (!m_list->topLevelItem(i)->isHidden()) {
                m_list->setCurrentItem(m_list->topLevelItem(i));
                break;
            }
}

void KeyDialog::choose(const QString& id) {
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        if (m_list->topLevelItem(i)->data(0, kIdRole).toString() == id)
            m_list->setCurrentItem(m_list->topLevelItem(i));
}

QString KeyDialog::chosen() const { return m_list->currentItem() == nullptr ? QString() : m_list->currentItem()->data(0, kIdRole).toString(); }

void KeyDialog::updateButtons() {
    const ActionInfo* info = m_registry.info(chosen());
    // The field tells of keys only a second after they were pressed, and nobody should wait for it.
    m_assign->setEnabled(info != nullptr);
    m_none->setEnabled(info != nullptr && !info->shortcuts.isEmpty());
    m_usual->setEnabled(info != nullptr && info->shortcuts != m_registry.defaultShortcuts(chosen()));
}

void KeyDialog::assign() {
    const QKeySequence keys = m_keys->keySequence();
    if (!keys.isEmpty())
        return put({QKeySequence(keys[0])});
    m_message->setTone(Tone::Dim);
    m_message->setText(tr("Press the new keys in the field first."));
    m_keys->setFocus();
}

void KeyDialog::put(const QList<QKeySequence>& keys) {
    const QString id = chosen();
    if (m_registry.setShortcuts(id, keys)) {
        showKeys(*m_list->currentItem());
        keepKeys(m_registry, m_settings);
        m_message->setTone(Tone::Dim);
        m_message->setText(keys.isEmpty() ? tr("%1 has no keys now.").arg(plainText(*m_registry.info(id)))
                                          : tr("%1 is %2 now.").arg(plainText(*m_registry.info(id)), keys.first().toString(QKeySequence::NativeText)));
        m_keys->clear();
    } else {
        m_message->setTone(Tone::Marked);
        for (const QKeySequence& each : keys)
            if (const QStringList others = m_registry.takenBy(id, each); !others.isEmpty())
                m_message->setText(tr("%1 is taken: %2. Give that other keys first, or choose others here.").arg(each.toString(QKeySequence::NativeText), others.join(QStringLiteral(", "))));
    }
    updateButtons();
}

void KeyDialog::resetAll() {
    for (const QString& id : m_registry.ids())
        if (m_registry.info(id)->shortcuts != m_registry.defaultShortcuts(id))
            m_registry.setShortcuts(id, {});
    for (const QString& id : m_registry.ids())
        m_registry.setShortcuts(id, m_registry.defaultShortcuts(id));
    keepKeys(m_registry, m_settings);
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        showKeys(*m_list->topLevelItem(i));
    m_message->setTone(Tone::Dim);
    m_message->setText(tr("Every action has its usual keys."));
    updateButtons();
}

}  // namespace zrecord::widgets
