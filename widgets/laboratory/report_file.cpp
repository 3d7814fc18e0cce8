#include "widgets/laboratory/report_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QSaveFile>

namespace zrecord::widgets {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("ReportFile", text); }
}

QString writeReportFile(const QString& file, const HtmlReport& report) {
    const std::string page = htmlPage(report);
    QSaveFile target(file);
    if (target.open(QIODevice::WriteOnly) && target.write(page.data(), static_cast<qint64>(page.size())) >= 0 && target.commit())
        return tr("Report written to %1.").arg(QDir::toNativeSeparators(file));
    return tr("%1 cannot be written: %2.").arg(QDir::toNativeSeparators(file), target.errorString());
}

QString askForReportFile(QWidget* parent, const QString& name) {
    QString file = QFileDialog::getSaveFileName(parent, tr("Report"), QDir::home().filePath(name + QStringLiteral(".html")), tr("Web pages (*.html)"));
    if (!file.isEmpty() && !file.endsWith(QStringLiteral(".html"), Qt::CaseInsensitive))
        file += QStringLiteral(".html");
    return file;
}

}  // namespace zrecord::widgets
