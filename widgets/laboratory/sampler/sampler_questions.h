#pragma once

#include <functional>

#include <QFrame>

#include <zrecord/laboratory/html_report.h>

#include "workbench/laboratory/sampler_study.h"

class QLineEdit;
class QPushButton;

namespace zrecord::widgets {

class ElidedLabel;
class TextLabel;

/// The two questions of the sampler panel and their answers as sentences, and the panel's command to copy.
class SamplerQuestions final : public QFrame {
    Q_OBJECT

public:
    explicit SamplerQuestions(workbench::SamplerStudy& study, QWidget* parent = nullptr);

    /// What later questions are about. An answer to another view is taken back.
    void setView(const SamplerView& view, const QString& command);
    void setRecord(std::uint64_t record);
    /// What the button writes; empty while there is nothing to report.
    void setReport(std::function<HtmlReport(const std::string& command)> makeReport);

Q_SIGNALS:
    void message(const QString& text);

private:
    QLineEdit* addQuestion(int row, const QString& name, const QString& before, const QString& after, TextLabel*& answer, void (SamplerQuestions::*ask)());
    void askRecord();
    void askUnseen();
    void answerRecord(std::uint64_t record, const std::vector<RecordVisit>& visits);
    void answerUnseen(const SamplerView& view, const UnseenRecords& unseen);

    workbench::SamplerStudy& m_study;
    SamplerView m_view;
    QLineEdit* m_record = nullptr;
    QLineEdit* m_steps = nullptr;
    TextLabel* m_recordAnswer = nullptr;
    TextLabel* m_unseenAnswer = nullptr;
    ElidedLabel* m_command;
    QPushButton* m_report;
    std::function<HtmlReport(const std::string&)> m_makeReport;
};

}  // namespace zrecord::widgets
