#include "workbench/document/session_history.h"

#include <functional>
#include <utility>
#include <vector>

#include <QUndoStack>

#include "workbench/curate/tag_keeper.h"
#include "workbench/document/store_document.h"
#include "workbench/jobs/job.h"
#include "workbench/messages/curate_text.h"

namespace zrecord::workbench {

SessionHistory::SessionHistory(StoreDocument& document, PendingChanges& pending, RecordTags& tags, TagKeeper& keeper, QObject* parent)
    : QObject(parent), m_document(document), m_pending(pending), m_tags(tags), m_keeper(keeper), m_stack(*pending.undoStack()) {
    for (const auto signal : {&QUndoStack::undoTextChanged, &QUndoStack::redoTextChanged})
        connect(&m_stack, signal, this, &SessionHistory::changed);
    connect(&m_stack, &QUndoStack::indexChanged, this, &SessionHistory::changed);
    connect(&document, &StoreDocument::changed, this, &SessionHistory::changed);
    connect(&document, &StoreDocument::changesApplied, this, &SessionHistory::takeRemoval);
    connect(&document, &StoreDocument::removalUndone, this, &SessionHistory::takeRestoration);
    connect(&document, &StoreDocument::compacted, this, [this] { m_ended = text::undoEndedByCompact(); });
    connect(&document, &StoreDocument::appended, this, [this] { m_ended = text::undoEndedByAppend(); });
}

SessionHistory::~SessionHistory() = default;

std::shared_ptr<RemovalCommand::Step> SessionHistory::removalAt(int index) const {
    const auto* removal = dynamic_cast<const RemovalCommand*>(m_stack.command(index));
    return removal != nullptr ? removal->step() : nullptr;
}

bool SessionHistory::offersEarlierDay() const {
    if (m_stack.index() > 0 || m_document.undoableRemovals().empty())
        return false;
    for (int index = 0; index < m_stack.count(); ++index)
        if (removalAt(index) == nullptr)
            return false;  // something of today was taken back: another Ctrl+Z must not go on into yesterday
    return true;
}

bool SessionHistory::canUndo() const { return !m_document.isBusy() && m_document.isOpen() && (m_stack.canUndo() || offersEarlierDay()); }

bool SessionHistory::canRedo() const { return !m_document.isBusy() && m_document.isOpen() && m_stack.canRedo(); }

QString SessionHistory::undoText() const {
    if (m_stack.canUndo())
        return m_stack.undoText();
    return offersEarlierDay() ? text::deleteOf(m_document.undoableRemovals().front()) : QString();
}

QString SessionHistory::redoText() const { return m_stack.redoText(); }

bool SessionHistory::checkEditing() {
    if (m_document.isEditable())
        return true;
    Q_EMIT refused(text::needsEditing(), text::needsEditingReason());
    return false;
}

bool SessionHistory::checkUndoable(const RemovalCommand::Step& removal) {
    const std::vector<UndoableRemoval>& undoable = m_document.undoableRemovals();
    const UndoableRemoval& stored = removal.stored;
    if (!undoable.empty() && undoable.size() == removal.depth && undoable.front().records == stored.records && undoable.front().when == stored.when)
        return true;
    const QString title = text::undoEnded(removal.remap.removed().count());
    // What was done before it speaks of places that will not come back.
    m_stack.clear();
    Q_EMIT refused(title, m_ended.isEmpty() ? text::undoEndedElsewhere() : m_ended);
    return false;
}

void SessionHistory::undo() {
    if (!canUndo())
        return;
    const auto removal = m_stack.canUndo() ? removalAt(m_stack.index() - 1) : nullptr;
    if (m_stack.canUndo() && removal == nullptr)
        return m_stack.undo();
    if ((removal != nullptr && !checkUndoable(*removal)) || !checkEditing())
        return;
    std::function<Status()> announcement;
    if (removal != nullptr)
        announcement = m_keeper.announcementOfUndo(removal->remap, removal->tags);
    follow(m_document.undoRemoval(std::move(announcement)), Doing::Undoing);
}

void SessionHistory::redo() {
    if (!canRedo())
        return;
    const auto removal = removalAt(m_stack.index());
    if (removal == nullptr)
        return m_stack.redo();
    if (!checkEditing())
        return;
    const RecordRanges records = removal->remap.removed();
    follow(m_document.applyRemoval(records, m_keeper.announcement(records)), Doing::Redoing);
}

Job* SessionHistory::apply() {
    const RecordRanges records = m_pending.marked();
    m_step.marks = m_pending.groups();
    m_step.tags = m_tags.of(records);
    Job* job = m_document.applyRemoval(records, m_keeper.announcement(records));
    follow(job, Doing::Applying);
    return job;
}

void SessionHistory::follow(Job* job, Doing doing) {
    if (job == nullptr)
        return;
    m_doing = doing;
    connect(job, &Job::finished, &m_keeper, &TagKeeper::saveSoon);  // what was announced has happened or not
    connect(job, &Job::finished, this, [this] {
        m_doing = Doing::Nothing;
        Q_EMIT changed();
    });
}

void SessionHistory::takeRemoval(const AppliedChanges& changes) {
    m_ended.clear();
    const auto identify = [&changes](RemovalCommand::Step& step) {
        step.stored = changes.undoable.empty() ? UndoableRemoval() : changes.undoable.front();
        step.depth = changes.undoable.size();
    };
    if (m_doing == Doing::Redoing) {
        identify(*removalAt(m_stack.index()));
        return m_stack.redo();
    }
    if (m_doing != Doing::Applying)
        m_step = {};  // asked for by somebody else: nothing is known of the records
    m_step.remap = changes.remap;
    identify(m_step);
    m_stack.push(new RemovalCommand(m_pending, m_tags, std::exchange(m_step, {})));
}

void SessionHistory::takeRestoration(const RestoredRecords& restored) {
    if (m_stack.canUndo() && removalAt(m_stack.index() - 1) != nullptr)
        return m_stack.undo();
    // A delete of an earlier day comes first in the order, and those taken back before it can be repeated after it.
    std::vector<RemovalCommand::Step> steps{{restored.remap.inverse(), {}, {}, {}, 0}};
    for (int index = 0; index < m_stack.count(); ++index)
        steps.push_back(*removalAt(index));
    m_stack.clear();
    for (RemovalCommand::Step& step : steps)
        m_stack.push(new RemovalCommand(m_pending, m_tags, {std::move(step.remap), {}, {}, {}, 0}));
    m_stack.setIndex(0);
}

}  // namespace zrecord::workbench
