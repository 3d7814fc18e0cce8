#include "workbench/curate/selection_file.h"

#include <QFile>
#include <QSaveFile>

#include <zrecord/record_selection.h>

namespace zrecord::workbench::selection_file {

Status write(const QString& path, const RecordRanges& records) {
    QSaveFile file(path);
    const auto failed = [&] { return Status(ErrorCode::IoError, "the selection cannot be written: " + file.errorString().toStdString()).withFile(path.toStdString()); };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    for (const RecordRange& range : records.ranges()) {
        const QByteArray line = range.count == 1 ? QByteArray::number(static_cast<qulonglong>(range.first))
                                                 : QByteArray::number(static_cast<qulonglong>(range.first)) + ':' + QByteArray::number(static_cast<qulonglong>(range.end()));
        if (file.write(line + '\n') < 0)
            return failed();
    }
    return file.commit() ? Status() : failed();
}

Result<RecordRanges> read(const QString& path, std::uint64_t recordCount) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Status(ErrorCode::IoError, "the selection cannot be read: " + file.errorString().toStdString()).withFile(path.toStdString());
    RecordRanges records;
    for (int number = 1; !file.atEnd(); ++number) {
        const QByteArray line = file.readLine().trimmed();
        if (line.isEmpty())
            continue;
        Result<IndexRange> range = parseSelector(line.toStdString(), recordCount);
        if (!range.ok())
            return Status(range.code(), "line " + std::to_string(number) + ": " + std::string(range.status().message())).withFile(path.toStdString());
        if (range->step == 1)
            records.add(range->start, range->count);
        for (std::uint64_t i = 0; range->step != 1 && i < range->count; ++i)
            records.add(range->start + i * static_cast<std::uint64_t>(range->step));
    }
    return records;
}

}  // namespace zrecord::workbench::selection_file
