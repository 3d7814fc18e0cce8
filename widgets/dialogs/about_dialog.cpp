#include "widgets/dialogs/about_dialog.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QPushButton>
#include <QVBoxLayout>

#include <zrecord/version.h>

#include "widgets/common/text_label.h"

namespace zrecord::widgets {

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("aboutDialog"));
    setWindowTitle(tr("About Zrecord Workbench"));
    auto* columns = new QHBoxLayout;
    columns->setSpacing(18);
    auto* picture = new TextLabel(TextLabel::Style::Body, {}, this);
    picture->setPixmap(QIcon(QStringLiteral(":/zrecord/app/zrecord-workbench.svg")).pixmap(64, 64));
    columns->addWidget(picture, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(8);
    const std::string_view version = versionText();
    texts->addWidget(new TextLabel(TextLabel::Style::Heading,
                                   tr("Zrecord Workbench %1").arg(QString::fromUtf8(version.data(), static_cast<qsizetype>(version.size()))), this));
    auto* text = new TextLabel(TextLabel::Style::Body,
                               tr("Opens, inspects and curates record stores of training data, in the format of loaderx 1.7.2."), this);
    text->setWordWrap(true);
    text->setMinimumWidth(360);
    texts->addWidget(text);
    auto* fonts = new TextLabel(TextLabel::Style::Body,
                                tr("Set in Inter and JetBrains Mono, both under the SIL Open Font License. Built with Qt %1 and "
                                   "Zstandard.").arg(QString::fromLatin1(qVersion())), this);
    fonts->setTone(Tone::Dim);
    fonts->setWordWrap(true);
    texts->addWidget(fonts);
    columns->addLayout(texts, 1);
    auto* close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(24, 20, 24, 16);
    rows->setSpacing(14);
    rows->addLayout(columns);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(close);
    rows->addLayout(buttons);
}

}  // namespace zrecord::widgets
