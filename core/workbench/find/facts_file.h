#pragma once

#include <cstdint>
#include <vector>

#include <QByteArray>
#include <QString>

#include <zrecord/status.h>

namespace zrecord {
class FactsTable;
}

namespace zrecord::workbench {

class StreamSet;

/// Where facts of one state of a store are kept between two runs of the program: a file of the user's cache folder, and what
/// tells that state from every other.
struct FactsPlace {
    QString file;
    QByteArray identity;
    [[nodiscard]] bool isEmpty() const noexcept { return file.isEmpty(); }
};

/// A cache, not a document: another program version, another state of the store, or a damaged file reads as nothing. Any thread.
namespace facts_file {

/// Stores above this are measured anew instead: 96 bytes for each record.
constexpr std::uint64_t kMostRecords = 2'000'000;

/// What tells this state of the store from every other; empty when it is closed. Blocking: looks at the files of the streams.
[[nodiscard]] QByteArray identity(const StreamSet& streams);
/// Blocking: looks at the files of the streams. `folder`: where facts are kept; the cache folder of the user when empty.
[[nodiscard]] FactsPlace place(const StreamSet& streams, const QString& folder = {});
/// As a whole or not at all. IoError.
[[nodiscard]] Status write(const FactsPlace& place, const FactsTable& table);
/// Records of all streams that it brought into the table.
[[nodiscard]] std::uint64_t read(const FactsPlace& place, FactsTable& table);

}  // namespace facts_file

}  // namespace zrecord::workbench
