#include "workbench/laboratory/benchmark_json.h"

#include <cmath>
#include <string>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>

namespace zrecord::workbench {

namespace {

constexpr double kNanosecond = 1e-9;

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

double nanosecondsOf(double seconds) { return std::round(seconds / kNanosecond); }

QJsonArray arrayOf(const std::vector<double>& times) {
    QJsonArray array;
    for (const double seconds : times)
        array.append(nanosecondsOf(seconds));
    return array;
}

QJsonValue count(std::uint64_t number) { return QJsonValue(static_cast<qint64>(number)); }

/// Takes values out of an object and remembers the first that is not as it should be.
class Reader {
public:
    Reader(QJsonObject object, Status& status) : m_object(std::move(object)), m_status(status) {}

    [[nodiscard]] bool has(const char* key) const { return m_object.contains(QLatin1String(key)); }
    std::string text(const char* key) { return take(key, &QJsonValue::isString).toString().toStdString(); }
    bool truth(const char* key) { return take(key, &QJsonValue::isBool).toBool(); }
    double number(const char* key) { return take(key, &QJsonValue::isDouble).toDouble(); }
    std::uint64_t whole(const char* key) { return static_cast<std::uint64_t>(std::max<qint64>(take(key, &QJsonValue::isDouble).toInteger(), 0)); }
    QJsonArray array(const char* key) { return take(key, &QJsonValue::isArray).toArray(); }
    QJsonObject object(const char* key) { return take(key, &QJsonValue::isObject).toObject(); }
    std::vector<double> times(const char* key) {
        std::vector<double> seconds;
        for (const QJsonValue& value : array(key))
            seconds.push_back(value.toDouble() * kNanosecond);
        return seconds;
    }
    void refuse(const char* key) {
        if (m_status.ok())
            m_status = Status(ErrorCode::BadFormat, "the run of a benchmark has no proper '" + std::string(key) + "'");
    }

private:
    QJsonValue take(const char* key, bool (QJsonValue::*is)() const) {
        const QJsonValue value = m_object.value(QLatin1String(key));
        if (!(value.*is)())
            refuse(key);
        return value;
    }
    QJsonObject m_object;
    Status& m_status;
};

QJsonObject lineToJson(const BenchmarkLine& line) {
    return {{QStringLiteral("name"), textOf(line.name)},
            {QStringLiteral("limit"), line.limit},
            {QStringLiteral("part"), line.part},
            {QStringLiteral("peer"), line.peer},
            {QStringLiteral("nanoseconds"), arrayOf(line.seconds)},
            {QStringLiteral("latencies"), arrayOf(line.latencies)},
            {QStringLiteral("p50"), nanosecondsOf(line.percentile(0.5))},
            {QStringLiteral("p95"), nanosecondsOf(line.percentile(0.95))},
            {QStringLiteral("p99"), nanosecondsOf(line.percentile(0.99))},
            {QStringLiteral("wall_nanoseconds"), nanosecondsOf(line.wallSeconds)},
            {QStringLiteral("cpu_nanoseconds"), nanosecondsOf(line.cpuSeconds)},
            {QStringLiteral("faults_per_batch"), line.faultsPerBatch},
            {QStringLiteral("resident_bytes"), count(line.residentBytes)}};
}

BenchmarkLine readLine(Reader reader) {
    BenchmarkLine line;
    line.name = reader.text("name");
    line.limit = reader.truth("limit");
    line.seconds = reader.times("nanoseconds");
    if (!reader.has("latencies"))
        return line;  // of an earlier version
    line.part = reader.truth("part");
    line.peer = reader.has("peer") && reader.truth("peer");
    line.latencies = reader.times("latencies");
    line.wallSeconds = reader.number("wall_nanoseconds") * kNanosecond;
    line.cpuSeconds = reader.number("cpu_nanoseconds") * kNanosecond;
    line.faultsPerBatch = reader.number("faults_per_batch");
    line.residentBytes = reader.whole("resident_bytes");
    return line;
}

QJsonObject environmentToJson(const BenchmarkEnvironment& environment) {
    return {{QStringLiteral("processor"), textOf(environment.processor)}, {QStringLiteral("cores"), count(environment.cores)},
            {QStringLiteral("memory_bytes"), count(environment.memoryBytes)}, {QStringLiteral("system"), textOf(environment.system)},
            {QStringLiteral("zstd"), textOf(environment.zstd)},           {QStringLiteral("version"), textOf(environment.version)},
            {QStringLiteral("optimized"), environment.optimized}};
}

BenchmarkEnvironment readEnvironment(Reader reader) {
    BenchmarkEnvironment environment;
    environment.processor = reader.text("processor");
    environment.cores = reader.whole("cores");
    environment.memoryBytes = reader.whole("memory_bytes");
    environment.system = reader.text("system");
    environment.zstd = reader.text("zstd");
    environment.version = reader.text("version");
    environment.optimized = reader.truth("optimized");
    return environment;
}

}  // namespace

QJsonObject benchmarkToJson(const BenchmarkReport& report) {
    QJsonArray lines;
    for (const BenchmarkLine& line : report.lines)
        lines.append(lineToJson(line));
    const BenchmarkOptions& options = report.options;
    return {{QStringLiteral("path"), textOf(report.store.path.string())},
            {QStringLiteral("codec"), textOf(codecName(report.store.codec))},
            {QStringLiteral("work"), textOf(benchmarkWorkName(options.work))},
            {QStringLiteral("batch"), count(options.batch)},
            {QStringLiteral("order"), options.random ? QStringLiteral("random") : QStringLiteral("sequential")},
            {QStringLiteral("seed"), count(options.seed)},
            {QStringLiteral("cache"), options.cold ? QStringLiteral("cold") : QStringLiteral("warm")},
            {QStringLiteral("batches"), count(options.batches)},
            {QStringLiteral("rounds"), count(options.rounds)},
            {QStringLiteral("threads"), count(report.threads)},
            {QStringLiteral("bytes_per_batch"), count(report.bytesPerBatch)},
            {QStringLiteral("fingerprint"), QStringLiteral("%1").arg(report.fingerprint, 16, 16, QLatin1Char('0'))},
            {QStringLiteral("environment"), environmentToJson(report.environment)},
            {QStringLiteral("peers"), options.peers},
            {QStringLiteral("lines"), lines}};
}

Result<BenchmarkReport> benchmarkFromJson(const QJsonObject& object) {
    Status status;
    Reader reader(object, status);
    BenchmarkReport report;
    report.store.path = reader.text("path");
    if (const auto codec = parseCodec(reader.text("codec")); codec.ok())
        report.store.codec = *codec;
    else
        reader.refuse("codec");
    report.options.batch = reader.whole("batch");
    report.options.random = reader.text("order") == "random";
    report.options.seed = reader.whole("seed");
    report.options.batches = reader.whole("batches");
    report.options.rounds = reader.whole("rounds");
    report.threads = static_cast<unsigned>(reader.whole("threads"));
    report.bytesPerBatch = reader.whole("bytes_per_batch");
    if (reader.has("work")) {
        if (const auto work = parseBenchmarkWork(reader.text("work")); work.ok())
            report.options.work = *work;
        else
            reader.refuse("work");
        report.options.cold = reader.text("cache") == "cold";
        report.options.peers = reader.has("peers") && reader.truth("peers");
        report.fingerprint = QString::fromStdString(reader.text("fingerprint")).toULongLong(nullptr, 16);
        report.environment = readEnvironment(Reader(reader.object("environment"), status));
    }
    for (const QJsonValue& line : reader.array("lines"))
        report.lines.push_back(readLine(Reader(line.toObject(), status)));
    ZR_RETURN_IF_ERROR(status);
    return report;
}

Result<std::vector<BenchmarkReport>> readBenchmarkFile(const QByteArray& text) {
    const QJsonDocument document = QJsonDocument::fromJson(text);
    if (!document.isArray() || document.array().isEmpty())
        return Status(ErrorCode::BadFormat, "the file holds no runs of benchmarks").withRemedy("Choose a file that 'zr bench --json' or this panel wrote.");
    std::vector<BenchmarkReport> reports;
    for (const QJsonValue& value : document.array()) {
        ZR_ASSIGN_OR_RETURN(BenchmarkReport report, benchmarkFromJson(value.toObject()));
        reports.push_back(std::move(report));
    }
    return reports;
}

}  // namespace zrecord::workbench
