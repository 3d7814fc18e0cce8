#pragma once

#include <memory>

#include <QString>
#include <QStringList>

#include "workbench/fetch/decoded_record.h"

namespace zrecord::workbench {

/// What the whole numbers of a stream mean: line k of "<stream>.names.txt", beside the stream's folder, names the value k.
/// Immutable; any thread.
class ValueNames {
public:
    /// A list of names is small; a larger file is something else and is left alone.
    static constexpr qint64 kLargestFile = qint64{1} << 20;

    explicit ValueNames(QStringList names) : m_names(std::move(names)) {}
    /// nullptr when there is no list of UTF-8 lines for the stream in this folder. Blocking: for workers.
    [[nodiscard]] static std::shared_ptr<const ValueNames> read(const QString& streamFolder);

    /// Empty unless the record is a single whole number that has a name.
    [[nodiscard]] QString nameOf(const DecodedRecord& record) const;
    /// Empty unless the value has a name.
    [[nodiscard]] QString nameOf(std::int64_t value) const { return value >= 0 && value < m_names.size() ? m_names[static_cast<qsizetype>(value)] : QString(); }

private:
    QStringList m_names;
};

/// previewText(), and behind it what the value means: "9 · Ankle boot". `names` may be nullptr.
[[nodiscard]] QString namedText(const DecodedRecord& record, const ValueNames* names, int maximumElements = 6);

}  // namespace zrecord::workbench
