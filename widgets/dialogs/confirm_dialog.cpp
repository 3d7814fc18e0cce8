#include "widgets/dialogs/confirm_dialog.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"

namespace zrecord::widgets {

ConfirmDialog::ConfirmDialog(const Question& question, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("confirmDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(question.title);
    setAccessibleDescription(question.text);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(24, 20, 24, 16);
    rows->setSpacing(10);
    rows->addWidget(new TextLabel(TextLabel::Style::Heading, question.title, this));
    auto* text = new TextLabel(TextLabel::Style::Body, question.text, this);
    text->setWordWrap(true);
    text->setMinimumWidth(380);
    rows->addWidget(text);

    // Made in the order of the eye, which Tab follows.
    QLineEdit* field = nullptr;
    if (!question.typed.isEmpty()) {
        auto* hint = new TextLabel(TextLabel::Style::Body, tr("Type %1 to go on:").arg(question.typed), this);
        field = new QLineEdit(this);
        field->setObjectName(QStringLiteral("confirmTyped"));
        field->setAccessibleName(hint->text());
        rows->addWidget(hint);
        rows->addWidget(field);
    }
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* act = new QPushButton(question.action, this);
    cancel->setObjectName(QStringLiteral("confirmCancel"));
    act->setObjectName(QStringLiteral("confirmAct"));
    act->setProperty("primary", true);
    act->setAutoDefault(false);
    if (field != nullptr) {
        act->setEnabled(false);
        connect(field, &QLineEdit::textChanged, act, [act, typed = question.typed](const QString& now) {
            act->setEnabled(now == typed);
            act->setDefault(now == typed);
        });
        field->setFocus();
    }
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(act);
    rows->addSpacing(8);
    rows->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(act, &QPushButton::clicked, this, &QDialog::accept);
    cancel->setDefault(true);
    if (field == nullptr)
        cancel->setFocus();
}

}  // namespace zrecord::widgets
