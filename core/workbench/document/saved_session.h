#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

class DocumentSession;

/// What a document looked like when the window was closed. Nothing of it is written into the store.
struct SavedDocument {
    QString path;
    std::uint64_t records = 0;  ///< with the bytes, by which a store that has changed since is noticed
    std::uint64_t bytes = 0;    ///< of all streams
    std::size_t stream = 0;
    std::optional<std::uint64_t> current;
    RecordRanges selected;
    QString filter;
    QStringList sortKeys;
    std::map<QString, QString> views;  ///< perspective → what it wants to find again
    friend bool operator==(const SavedDocument&, const SavedDocument&) = default;
};

struct SavedSession {
    std::vector<SavedDocument> documents;  ///< in the order of the list
    QString currentPath;                   ///< empty when none was
    QString perspective;
    friend bool operator==(const SavedSession&, const SavedSession&) = default;
};

/// Selections of more ranges than this are not kept: a file of numbers is the place for them.
constexpr std::size_t kMostSavedRanges = 10'000;

/// Without stream and views, which the window knows.
[[nodiscard]] SavedDocument savedDocument(DocumentSession& session);
/// Puts selection and current record back, and asks for the filter once the streams are known. The selection only if the store is
/// as it was then: numbers mean nothing in another one.
void restoreDocument(DocumentSession& session, const SavedDocument& saved);

[[nodiscard]] QByteArray encodeSession(const SavedSession& session);  ///< JSON
/// Nothing when the text is damaged or of another format.
[[nodiscard]] std::optional<SavedSession> decodeSession(const QByteArray& json);

}  // namespace zrecord::workbench
