#include "widgets/dialogs/form_dialog.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <zrecord/codec.h>

#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"

namespace zrecord::widgets {

void arrangeFormDialog(QDialog& dialog, const FormDialogParts& parts) {
    parts.message->setWordWrap(true);
    parts.start->setProperty("primary", true);
    auto* rows = new QVBoxLayout(&dialog);
    rows->setContentsMargins(24, 20, 24, 16);
    rows->setSpacing(10);
    rows->addWidget(new TextLabel(TextLabel::Style::Heading, parts.heading, &dialog));
    rows->addWidget(parts.form);
    auto* card = new QFrame(&dialog);
    card->setProperty("card", true);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(14, 12, 14, 12);
    inside->addWidget(new TextLabel(TextLabel::Style::Caption, parts.caption, card));
    inside->addWidget(parts.facts);
    inside->addWidget(parts.message);
    inside->addStretch(1);
    card->setMinimumHeight(150);
    rows->addWidget(card, 1);
    auto* cancel = new QPushButton(QCoreApplication::translate("FormDialog", "Cancel"), &dialog);
    cancel->setAutoDefault(false);  // Enter in a field whose value is not known to be good yet must not close the dialog
    if (parts.lastField != nullptr)
        QWidget::setTabOrder(parts.lastField, cancel);
    QWidget::setTabOrder(cancel, parts.start);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(parts.start);
    rows->addLayout(buttons);
    QObject::connect(cancel, &QPushButton::clicked, &dialog, &QDialog::reject);
}

QGridLayout* makeFormGrid(QWidget* form) {
    auto* grid = new QGridLayout(form);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    return grid;
}

void addPlainCodecs(QComboBox& choice) {
    choice.addItem(QCoreApplication::translate("FormDialog", "zstd: smaller files"), static_cast<int>(Codec::Zstd));
    choice.addItem(QCoreApplication::translate("FormDialog", "raw: fastest to read"), static_cast<int>(Codec::Raw));
}

}  // namespace zrecord::widgets
