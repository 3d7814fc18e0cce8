#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>

#include "workbench/selection/record_ranges.h"

class QUndoStack;

namespace zrecord::workbench {

class IndexRemap;

/// Why records were marked.
struct MarkReason {
    enum class Kind { Manual, Duplicate, Filter };
    Kind kind = Kind::Manual;
    QString text;  ///< "duplicate of 18", "std < 0.01"; empty for Manual
    friend bool operator==(const MarkReason&, const MarkReason&) = default;
};

struct MarkGroup {
    MarkReason reason;
    RecordRanges records;
    friend bool operator==(const MarkGroup&, const MarkGroup&) = default;
};

/// Deletions that are decided but not done: marked records keep their place until Apply. Marking goes through the undo
/// stack; one gesture (same non-zero gesture number) is one step of it. A record has the reason it got first.
/// Owned by DocumentSession, GUI thread.
class PendingChanges : public QObject {
    Q_OBJECT
public:
    explicit PendingChanges(QObject* parent = nullptr);
    ~PendingChanges() override;

    [[nodiscard]] QUndoStack* undoStack() const noexcept { return m_undoStack; }

    /// Undoable; what is marked already keeps its reason. A step that changes nothing is not recorded.
    void mark(const RecordRanges& records, const MarkReason& reason = {}, int gesture = 0);
    void unmark(const RecordRanges& records, int gesture = 0);
    /// All marked → unmark all; otherwise mark those that are not. What Del does on a selection. Records that the rule keeps
    /// do not count.
    void toggle(const RecordRanges& records, int gesture = 0, const MarkReason& reason = {});
    /// Which of the records that somebody wants to mark must stay, given what is marked already; none without a rule. What the
    /// rule holds back is said by kept().
    using Rule = std::function<RecordRanges(const RecordRanges& wanted, const RecordRanges& marked)>;
    void setRule(Rule rule) { m_rule = std::move(rule); }
    void unmarkAll();

    [[nodiscard]] bool isEmpty() const noexcept { return m_marked.isEmpty(); }
    [[nodiscard]] std::uint64_t count() const noexcept { return m_marked.count(); }
    [[nodiscard]] bool isMarked(std::uint64_t index) const noexcept { return m_marked.contains(index); }
    [[nodiscard]] const RecordRanges& marked() const noexcept { return m_marked; }
    [[nodiscard]] std::optional<MarkReason> reasonOf(std::uint64_t index) const;
    [[nodiscard]] const std::vector<MarkGroup>& groups() const noexcept { return m_groups; }
    /// Row of the review, ascending by record; row < count().
    [[nodiscard]] std::uint64_t recordAt(std::uint64_t row) const { return m_marked.nth(row); }

    /// After Apply or its undoing: marks follow the records. The undo stack is left alone: its commands are reached again only
    /// once the records stand as they did then (SessionHistory).
    void applyRemap(const IndexRemap& remap);
    /// Records that were removed are back, with their marks.
    void putBack(const std::vector<MarkGroup>& groups) { insert(groups); }
    void clip(std::uint64_t recordCount);

Q_SIGNALS:
    void changed();
    /// These were to be marked and are not.
    void kept(const zrecord::workbench::RecordRanges& records);

private:
    friend class MarkRecordsCommand;
    /// Used by the command: puts groups in or takes records out, without the undo stack.
    void insert(const std::vector<MarkGroup>& groups);
    void erase(const RecordRanges& records);
    [[nodiscard]] std::vector<MarkGroup> groupsWithin(const RecordRanges& records) const;
    void recount();
    /// What of `records` can be marked, and is not.
    [[nodiscard]] RecordRanges markable(const RecordRanges& records);

    std::vector<MarkGroup> m_groups;
    RecordRanges m_marked;
    QUndoStack* m_undoStack;
    Rule m_rule;
};

}  // namespace zrecord::workbench
