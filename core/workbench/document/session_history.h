#pragma once

#include <memory>

#include <QObject>
#include <QString>

#include "workbench/commands/removal_command.h"

class QUndoStack;

namespace zrecord::workbench {

class Job;
class StoreDocument;
class TagKeeper;
struct AppliedChanges;
struct RestoredRecords;

/// Undo and redo of everything a person does to the records of a document, in one order: marks, tags and applied deletes. An
/// undone delete puts every record back to where it was, in all streams, with its marks and tags; what was done before it speaks
/// of those places again. With nothing done yet, the last delete of an earlier day comes first. Owned by DocumentSession, GUI
/// thread.
class SessionHistory : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    SessionHistory(StoreDocument& document, PendingChanges& pending, RecordTags& tags, TagKeeper& keeper, QObject* parent = nullptr);
    ~SessionHistory() override;

    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] bool canRedo() const;
    /// "mark 3 records", "delete of 12 records"; empty when there is nothing.
    [[nodiscard]] QString undoText() const;
    [[nodiscard]] QString redoText() const;

    /// Marks and tags at once; a delete as a job. Ends with changed(), refused(), or the document's failed().
    void undo();
    void redo();
    /// Removes the marked records as one job; nullptr when it could not start (the document says failed()).
    Job* apply();

Q_SIGNALS:
    void changed();
    /// It cannot be done, and why; whole sentences.
    void refused(const QString& title, const QString& reason);

private:
    enum class Doing { Nothing, Applying, Undoing, Redoing };
    /// Null when the command there is no removal.
    [[nodiscard]] std::shared_ptr<RemovalCommand::Step> removalAt(int index) const;
    [[nodiscard]] bool offersEarlierDay() const;
    /// False after saying why the delete cannot be taken back.
    bool checkUndoable(const RemovalCommand::Step& removal);
    bool checkEditing();
    void follow(Job* job, Doing doing);
    void takeRemoval(const AppliedChanges& changes);
    void takeRestoration(const RestoredRecords& restored);

    StoreDocument& m_document;
    PendingChanges& m_pending;
    RecordTags& m_tags;
    TagKeeper& m_keeper;
    QUndoStack& m_stack;
    Doing m_doing = Doing::Nothing;
    RemovalCommand::Step m_step;  ///< what is being applied
    QString m_ended;              ///< why deletes before now cannot be undone
};

}  // namespace zrecord::workbench
