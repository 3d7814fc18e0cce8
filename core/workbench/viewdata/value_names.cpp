#include "workbench/viewdata/value_names.h"

#include <QFile>
#include <QStringDecoder>

#include "workbench/viewdata/value_text.h"

namespace zrecord::workbench {

std::shared_ptr<const ValueNames> ValueNames::read(const QString& streamFolder) {
    QFile file(streamFolder + QStringLiteral(".names.txt"));
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargestFile)
        return nullptr;
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder.decode(file.read(kLargestFile));
    if (decoder.hasError() || text.contains(QChar(u'\0')))
        return nullptr;
    QStringList names;
    for (const QString& line : text.split(u'\n'))
        names << line.trimmed();
    return std::make_shared<const ValueNames>(std::move(names));
}

QString ValueNames::nameOf(const DecodedRecord& record) const {
    if (record.isNull() || !record.hasBytes() || record.elementCount() != 1)
        return {};
    const ScalarKind kind = record.dtype().kind();
    if (kind != ScalarKind::Int && kind != ScalarKind::UInt)
        return {};
    bool isIndex = false;  // a negative value has no line
    const qulonglong value = elementText(record, 0).toULongLong(&isIndex);
    return isIndex && value < static_cast<qulonglong>(m_names.size()) ? m_names[static_cast<qsizetype>(value)] : QString();
}

QString namedText(const DecodedRecord& record, const ValueNames* names, int maximumElements) {
    const QString text = previewText(record, maximumElements);
    const QString name = names != nullptr ? names->nameOf(record) : QString();
    return name.isEmpty() ? text : text + QStringLiteral(" \u00B7 ") + name;
}

}  // namespace zrecord::workbench
