#pragma once

#include <functional>

#include <QFrame>

#include <zrecord/laboratory/html_report.h>

class QPushButton;

namespace zrecord::widgets {

class TextLabel;

/// The command of zr that gives the same figures, with a button that copies it, and one that writes a report as HTML.
class CommandCard final : public QFrame {
    Q_OBJECT

public:
    /// The buttons are "<name>Copy" and "<name>Report".
    explicit CommandCard(const QString& name, QWidget* parent = nullptr);
    /// `makeReport` is empty while there is nothing to report.
    void setCommand(const QString& command, std::function<HtmlReport(const std::string& command)> makeReport = {});
    /// Writes the report; the button asks for the file.
    void writeReport(const QString& file);
    [[nodiscard]] QString command() const;

Q_SIGNALS:
    void message(const QString& text);

private:
    void chooseFile();

    QString m_name;
    TextLabel* m_text;
    QPushButton* m_report;
    std::function<HtmlReport(const std::string&)> m_makeReport;
};

}  // namespace zrecord::widgets
