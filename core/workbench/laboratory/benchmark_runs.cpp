#include "workbench/laboratory/benchmark_runs.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

#include "workbench/laboratory/benchmark_json.h"

namespace zrecord::workbench {

namespace {

const QLatin1String kName("name");
const QLatin1String kWhen("when");

Status fileStatus(const QFileDevice& file, const char* what) {
    return Status(ErrorCode::IoError, std::string(what) + ": " + file.errorString().toStdString()).withFile(QFileInfo(file.fileName()).fileName().toStdString());
}

}  // namespace

BenchmarkRuns::BenchmarkRuns(QString file, QObject* parent) : QObject(parent), m_file(std::move(file)) {
    if (QFileInfo::exists(m_file))
        m_problem = importFile(m_file);
}

Status BenchmarkRuns::importFile(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fileStatus(file, "the runs cannot be read");
    const QByteArray text = file.readAll();
    auto reports = readBenchmarkFile(text);
    if (!reports.ok())
        return std::move(reports).status().withFile(QFileInfo(path).fileName().toStdString());
    const QJsonArray objects = QJsonDocument::fromJson(text).array();
    for (std::size_t i = 0; i < reports->size(); ++i) {
        const QJsonObject object = objects[static_cast<qsizetype>(i)].toObject();
        BenchmarkReport& report = (*reports)[i];
        const QString folder = QString::fromStdString(report.store.path.filename().string());
        QDateTime when = QDateTime::fromString(object.value(kWhen).toString(), Qt::ISODate);
        if (!when.isValid())
            when = QFileInfo(path).lastModified();
        insert({object.value(kName).toString(folder), when, std::move(report)});
    }
    Q_EMIT changed();
    return path == m_file ? Status() : save();
}

void BenchmarkRuns::insert(Run run) {
    const auto place = std::find_if(m_runs.begin(), m_runs.end(), [&run](const Run& other) { return other.when <= run.when; });
    m_runs.insert(place, std::move(run));
    if (m_runs.size() > kMost)
        m_runs.resize(kMost);
}

Status BenchmarkRuns::add(const Run& run) {
    insert(run);
    Q_EMIT changed();
    return save();
}

Status BenchmarkRuns::remove(std::size_t index) {
    if (index >= m_runs.size())
        return {};
    m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(index));
    Q_EMIT changed();
    return save();
}

Status BenchmarkRuns::save() const {
    if (!m_problem.ok())
        return m_problem;  // what could not be read is not written over
    QJsonArray array;
    for (const Run& run : m_runs) {
        QJsonObject object = benchmarkToJson(run.report);
        object.insert(kName, run.name);
        object.insert(kWhen, run.when.toString(Qt::ISODate));
        array.append(object);
    }
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile file(m_file);
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(array).toJson()) < 0 || !file.commit())
        return fileStatus(file, "the runs cannot be saved");
    return {};
}

}  // namespace zrecord::workbench
