#include "widgets/dialogs/tag_box.h"

#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "workbench/curate/record_tags.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

using workbench::RecordTags;

TagBox::TagBox(workbench::DocumentSession& session, QWidget* parent) : QDialog(parent), m_session(session), m_field(new QLineEdit(this)), m_list(new QListWidget(this)) {
    setObjectName(QStringLiteral("tagBox"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Tags of %1").arg(workbench::recordsText(session.chosen().count())));
    m_field->setObjectName(QStringLiteral("tagField"));
    m_field->setAccessibleName(tr("Name of the tag"));
    m_field->setPlaceholderText(tr("Name of a tag, such as blurred"));
    m_list->setObjectName(QStringLiteral("tagList"));
    m_list->setAccessibleName(tr("Tags of this store"));
    m_list->setProperty("framed", true);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    auto* hint = new TextLabel(TextLabel::Style::Body, tr("The first nine have the keys 1 to 9. F2 renames. Tags are kept in %1.tags.json, beside the store.").arg(session.document().name()), this);
    hint->setTone(Tone::Dim);
    hint->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 14, 14, 14);
    layout->setSpacing(10);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    layout->addWidget(hint);
    resize(360, 320);
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        toggle(m_field->text());
        m_field->clear();
    });
    connect(m_list, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (!m_refreshing)
            rename(item);
    });
    connect(m_list, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) { toggle(item->data(Qt::UserRole).toString()); });
    connect(&session.tags(), &RecordTags::changed, this, &TagBox::refresh);
    connect(&session, &QObject::destroyed, this, &QDialog::reject);
    refresh();
    m_field->setFocus();
}

void TagBox::refresh() {
    m_refreshing = true;
    const auto records = m_session.chosen();
    const auto& tags = m_session.tags().tags();
    const int row = m_list->currentRow();
    m_list->clear();
    for (std::size_t i = 0; i < tags.size(); ++i) {
        workbench::RecordRanges having = tags[i].records;
        having.intersect(records);
        auto* item = new QListWidgetItem(tags[i].name, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable);
        item->setData(Qt::UserRole, tags[i].name);
        item->setData(Qt::UserRole + 1, static_cast<qulonglong>(i));
        item->setData(Qt::CheckStateRole, having.isEmpty() ? Qt::Unchecked : having.count() == records.count() ? Qt::Checked : Qt::PartiallyChecked);
        const QString key = i < RecordTags::kKeys ? tr("Key %1. ").arg(i + 1) : QString();
        item->setToolTip(key + tr("On %1, %2 of them chosen.").arg(workbench::recordsText(tags[i].records.count()), workbench::countText(having.count())));
    }
    m_list->setCurrentRow(row);
    m_refreshing = false;
}

void TagBox::toggle(const QString& name) {
    if (!name.trimmed().isEmpty())
        m_session.toggleTag(name);
}

void TagBox::rename(const QListWidgetItem* item) {
    const auto tag = static_cast<std::size_t>(item->data(Qt::UserRole + 1).toULongLong());
    if (!m_session.tags().rename(tag, item->text()))
        refresh();
}

}  // namespace zrecord::widgets
