#include "widgets/laboratory/sampler/sampler_questions.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "widgets/common/elided_label.h"
#include "widgets/common/text_label.h"
#include "widgets/laboratory/panel_parts.h"
#include "widgets/laboratory/report_file.h"
#include "workbench/messages/number_text.h"
#include "workbench/selection/go_to.h"

namespace zrecord::widgets {

using workbench::countText;

SamplerQuestions::SamplerQuestions(workbench::SamplerStudy& study, QWidget* parent)
    : QFrame(parent), m_study(study), m_command(new ElidedLabel({}, Qt::ElideRight)), m_report(new QPushButton(tr("Report as HTML…"))) {
    setObjectName(QStringLiteral("samplerQuestions"));
    setProperty("card", true);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 10, 12, 10);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(4, 1);
    m_record = addQuestion(0, QStringLiteral("samplerRecord"), tr("When is record"), tr("seen?"), m_recordAnswer, &SamplerQuestions::askRecord);
    m_steps = addQuestion(1, QStringLiteral("samplerUnseen"), tr("Which are unseen after"), tr("steps?"), m_unseenAnswer, &SamplerQuestions::askUnseen);
    m_record->setText(QStringLiteral("0"));
    auto* caption = new TextLabel(TextLabel::Style::Body, tr("As a command"));
    caption->setTone(Tone::Dim);
    auto* copy = makeIconButton(QStringLiteral("samplerCopy"), QStringLiteral("copy"), tr("Copy the command"));
    m_report->setObjectName(QStringLiteral("samplerReport"));
    m_report->setToolTip(tr("One file with the plots and all numbers"));
    m_report->setEnabled(false);
    grid->addWidget(caption, 2, 0);
    grid->addWidget(m_command, 2, 1, 1, 4);
    grid->addWidget(copy, 2, 5);
    grid->addWidget(m_report, 2, 6);
    connect(m_report, &QPushButton::clicked, this, [this] {
        const QString file = askForReportFile(this, QStringLiteral("sampler"));
        if (!file.isEmpty() && m_makeReport)
            Q_EMIT message(writeReportFile(file, m_makeReport(m_command->text().toStdString())));
    });
    connect(copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_command->text());
        Q_EMIT message(tr("The command was copied."));
    });
    connect(&m_study, &workbench::SamplerStudy::recordAnswered, this, &SamplerQuestions::answerRecord);
    connect(&m_study, &workbench::SamplerStudy::unseenAnswered, this, &SamplerQuestions::answerUnseen);
}

QLineEdit* SamplerQuestions::addQuestion(int row, const QString& name, const QString& before, const QString& after, TextLabel*& answer,
                                         void (SamplerQuestions::*ask)()) {
    auto* grid = static_cast<QGridLayout*>(layout());
    auto* field = new QLineEdit;
    field->setObjectName(name);
    field->setAccessibleName(before + u' ' + after);
    field->setFixedWidth(96);
    auto* button = new QPushButton(tr("Ask"));
    button->setObjectName(name + QStringLiteral("Ask"));
    auto* first = new TextLabel(TextLabel::Style::Body, before);
    auto* second = new TextLabel(TextLabel::Style::Body, after);
    for (TextLabel* label : {first, second})
        label->setTone(Tone::Dim);
    answer = new TextLabel(TextLabel::Style::Strong);
    answer->setObjectName(name + QStringLiteral("Answer"));
    answer->setWordWrap(true);
    answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid->addWidget(first, row, 0);
    grid->addWidget(field, row, 1);
    grid->addWidget(second, row, 2);
    grid->addWidget(button, row, 3);
    grid->addWidget(answer, row, 4, 1, 3);
    connect(button, &QPushButton::clicked, this, ask);
    connect(field, &QLineEdit::returnPressed, this, ask);
    return field;
}

void SamplerQuestions::setView(const SamplerView& view, const QString& command) {
    if (m_steps->text().isEmpty() || m_view.sampler.length != view.sampler.length || m_view.sampler.batch != view.sampler.batch)
        m_steps->setText(countText(std::max<std::uint64_t>(view.sampler.length / view.sampler.batch, 1)));
    m_view = view;
    m_command->setText(command);
    setReport({});
    m_recordAnswer->setText({});
    m_unseenAnswer->setText({});
}

void SamplerQuestions::setReport(std::function<HtmlReport(const std::string&)> makeReport) {
    m_makeReport = std::move(makeReport);
    m_report->setEnabled(m_makeReport != nullptr);
}

void SamplerQuestions::setRecord(std::uint64_t record) {
    m_record->setText(countText(record));
    askRecord();
}

void SamplerQuestions::askRecord() {
    const workbench::GoToTarget wanted = workbench::parseGoTo(m_record->text(), m_view.sampler.length);
    if (!wanted.index) {
        m_recordAnswer->setText(tr("There is no such record among %1.").arg(countText(m_view.sampler.length)));
        return;
    }
    m_recordAnswer->setText(tr("Looking…"));
    m_study.askRecord(m_view, *wanted.index, tr("When is record %1 seen?").arg(countText(*wanted.index)));
}

void SamplerQuestions::askUnseen() {
    QString digits = m_steps->text();
    digits.remove(QChar(0x2009)).remove(u' ');
    SamplerView view = m_view;
    view.steps = digits.toULongLong();
    if (view.steps == 0) {
        m_unseenAnswer->setText(tr("Give a number of steps, 1 or more."));
        return;
    }
    m_unseenAnswer->setText(tr("Looking…"));
    m_study.askUnseen(view, tr("Which records are unseen after %1 steps?").arg(countText(view.steps)));
}

void SamplerQuestions::answerRecord(std::uint64_t record, const std::vector<RecordVisit>& visits) {
    if (visits.empty()) {
        m_recordAnswer->setText(tr("Record %1 is not seen within the steps that were searched.").arg(countText(record)));
        return;
    }
    QString text = tr("Step %1, place %2").arg(countText(visits.front().step), countText(visits.front().place));
    QStringList later;
    for (std::size_t i = 1; i < visits.size(); ++i)
        later << countText(visits[i].step);
    if (!later.isEmpty())
        text += tr(" — then again in steps %1").arg(later.join(QStringLiteral(", ")));
    m_recordAnswer->setText(text + u'.');
}

void SamplerQuestions::answerUnseen(const SamplerView& view, const UnseenRecords& unseen) {
    if (unseen.count == 0) {
        m_unseenAnswer->setText(tr("None: all %1 have been seen.").arg(countText(view.sampler.length)));
        return;
    }
    QStringList ranges;
    for (const IndexRange& range : unseen.ranges)
        ranges << (range.count == 1 ? countText(range.start) : tr("%1 to %2").arg(countText(range.start), countText(range.start + range.count - 1)));
    m_unseenAnswer->setText(tr("%1: %2%3").arg(workbench::recordsText(unseen.count), ranges.join(QStringLiteral(", ")), unseen.complete ? QStringLiteral(".") : QStringLiteral(" …")));
}

}  // namespace zrecord::widgets
