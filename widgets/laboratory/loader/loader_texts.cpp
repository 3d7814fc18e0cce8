#include "widgets/laboratory/loader/loader_texts.h"

#include <QDir>

#include "widgets/laboratory/command_text.h"

namespace zrecord::widgets {

namespace {

QString modeName(SamplerMode mode) {
    const std::string_view name = samplerModeName(mode);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// A string literal of Python.
QString quoted(QString text) { return u'"' + text.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\"")) + u'"'; }

}  // namespace

QString loaderCommand(const QString& path, const LoaderOptions& options, std::uint64_t step) {
    QString text = QStringLiteral("zr load %1 --mode %2 --batch %3 --seed %4 --step %5 --steps 1 --indices --checksum")
                       .arg(shellWord(path), modeName(options.mode))
                       .arg(options.batch)
                       .arg(options.seed)
                       .arg(step);
    if (options.world > 1)
        text += QStringLiteral(" --rank %1 --world %2").arg(options.rank).arg(options.world);
    return text;
}

QString loaderScript(const QString& path, bool isSet, const LoaderOptions& options, std::uint64_t step) {
    QString arguments = QStringLiteral("batch_size=%1, mode=%2, seed=%3, start_step=%4, end_step=%5")
                            .arg(options.batch)
                            .arg(quoted(modeName(options.mode)))
                            .arg(options.seed)
                            .arg(step)
                            .arg(step + 1);
    if (options.world > 1)
        arguments += QStringLiteral(", rank=%1, world=%2").arg(options.rank).arg(options.world);
    const QString open = isSet ? QStringLiteral("open_set") : QStringLiteral("open_store");
    QString streams = QStringLiteral("%1(%2)").arg(open, quoted(QDir::toNativeSeparators(path)));
    if (!isSet)
        streams = QStringLiteral("{%1: %2}").arg(quoted(QDir(path).dirName()), streams);
    return QStringLiteral("from zrecord import DataLoader, %1\n\n"
                          "with DataLoader(%2, %3) as loader:\n"
                          "    batch = next(loader)\n")
        .arg(open, streams, arguments);
}

}  // namespace zrecord::widgets
