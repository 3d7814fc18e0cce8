#include "widgets/laboratory/command_card.h"

#include <utility>

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

#include "widgets/common/text_label.h"
#include "widgets/laboratory/panel_parts.h"
#include "widgets/laboratory/report_file.h"

namespace zrecord::widgets {

CommandCard::CommandCard(const QString& name, QWidget* parent)
    : QFrame(parent), m_name(name), m_text(new TextLabel(TextLabel::Style::Value)), m_report(new QPushButton(tr("Report as HTML…"))) {
    setProperty("card", true);
    auto* copy = makeIconButton(name + QStringLiteral("Copy"), QStringLiteral("copy"), tr("Copy the command"));
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(TextLabel::Style::Caption, tr("As a command")), 1);
    head->addWidget(copy);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(12, 10, 12, 10);
    rows->setSpacing(6);
    rows->addLayout(head);
    m_text->setObjectName(name + QStringLiteral("Command"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows->addWidget(m_text);
    m_report->setObjectName(name + QStringLiteral("Report"));
    m_report->setToolTip(tr("One file with the plots and all numbers"));
    m_report->setEnabled(false);
    rows->addWidget(m_report);
    connect(m_report, &QPushButton::clicked, this, &CommandCard::chooseFile);
    connect(copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_text->text());
        Q_EMIT message(tr("The command was copied."));
    });
}

void CommandCard::setCommand(const QString& command, std::function<HtmlReport(const std::string&)> makeReport) {
    m_text->setText(command);
    m_makeReport = std::move(makeReport);
    m_report->setEnabled(m_makeReport != nullptr);
}

QString CommandCard::command() const { return m_text->text(); }

void CommandCard::chooseFile() {
    if (const QString file = askForReportFile(this, m_name); !file.isEmpty())
        writeReport(file);
}

void CommandCard::writeReport(const QString& file) {
    if (m_makeReport)
        Q_EMIT message(writeReportFile(file, m_makeReport(m_text->text().toStdString())));
}

}  // namespace zrecord::widgets
