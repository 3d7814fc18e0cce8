#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QStringList>

#include "workbench/selection/record_ranges.h"

class QUndoStack;

namespace zrecord::workbench {

class IndexRemap;

/// A name that a person gives to records.
struct Tag {
    QString name;
    RecordRanges records;
    friend bool operator==(const Tag&, const Tag&) = default;
};

/// What is known by name of some records: what goes with them, and comes back with them.
struct TagsOfRecords {
    std::vector<RecordRanges> tags;  ///< in the order of the tags
    RecordRanges reviewed;
};

/// Tags of a document's records, and which records a person has looked at. Tagging goes through the undo stack of the marks, so
/// that one Ctrl+Z takes back whatever was done last. Owned by DocumentSession, GUI thread.
class RecordTags : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostTags = 64;
    static constexpr std::size_t kKeys = 9;  ///< the first tags have the keys 1 … 9

    /// The stack outlives the tags.
    explicit RecordTags(QUndoStack& stack, QObject* parent = nullptr);
    ~RecordTags() override;

    [[nodiscard]] const std::vector<Tag>& tags() const noexcept { return m_tags; }
    [[nodiscard]] std::optional<std::size_t> find(const QString& name) const;
    /// Names of the tags of one record, in the order of the tags.
    [[nodiscard]] QStringList namesOf(std::uint64_t record) const;
    [[nodiscard]] bool isTagged(std::uint64_t record) const;

    /// All have it → taken off all; otherwise put on those without. Undoable. A name that is not there yet becomes the next tag;
    /// false when it is empty or there are kMostTags already.
    bool toggle(const QString& name, const RecordRanges& records);
    /// Tags of the keys up to this one, with names of their number where there are none; not undoable, they hold nothing.
    void makeUpTo(std::size_t key);
    /// False when the name is empty or another tag has it. Undo of what was done before under the old name goes on working.
    bool rename(std::size_t tag, const QString& name);

    [[nodiscard]] const RecordRanges& reviewed() const noexcept { return m_reviewed; }
    /// Not undoable: who has seen a record has seen it.
    void addReviewed(std::uint64_t record);

    [[nodiscard]] TagsOfRecords of(const RecordRanges& records) const;
    /// Records that were removed are back; the undo stack is left alone.
    void putBack(const TagsOfRecords& known);

    /// What was saved; the undo stack is left alone.
    void restore(std::vector<Tag> tags, RecordRanges reviewed);
    void applyRemap(const IndexRemap& remap);
    void clip(std::uint64_t recordCount);

Q_SIGNALS:
    void changed();
    /// Somebody looked at one more record.
    void reviewedChanged();

private:
    friend class TagRecordsCommand;
    void add(std::size_t tag, const RecordRanges& records);
    void remove(std::size_t tag, const RecordRanges& records);

    std::vector<Tag> m_tags;
    RecordRanges m_reviewed;
    QUndoStack& m_undoStack;
};

}  // namespace zrecord::workbench
