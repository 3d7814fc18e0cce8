#pragma once

#include <QString>

#include <zrecord/laboratory/html_report.h>

class QWidget;

namespace zrecord::widgets {

/// Writes the page; returns the sentence that says where it went, or why it did not.
[[nodiscard]] QString writeReportFile(const QString& file, const HtmlReport& report);
/// Asks for the file; `name` is the suggestion without ".html". Empty file: the person thought better of it.
[[nodiscard]] QString askForReportFile(QWidget* parent, const QString& name);

}  // namespace zrecord::widgets
