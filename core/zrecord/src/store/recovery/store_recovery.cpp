#include "store/recovery/store_recovery.h"

#include <array>
#include <string>
#include <utility>

#include "store/output_files.h"
#include "store/record_remover.h"
#include "store/recovery/entry_patch.h"
#include "store/recovery/file_switch.h"
#include "store/recovery/group_decision.h"
#include "store/recovery/side_folder.h"
#include "store/recovery/undo_log.h"

namespace zrecord {
namespace {

Result<MetaImage> readImage(const File& meta)
{
    ZR_ASSIGN_OR_RETURN(const std::uint64_t size, meta.size());
    MetaImage image{};
    ZR_ASSIGN_OR_RETURN(const std::size_t got, meta.readAt(0, image));
    if (size != kMetaHeaderBytes || got != kMetaHeaderBytes)
        return Status(ErrorCode::BadFormat, "the header has " + std::to_string(size) + " bytes where 32 are expected").withFile(kMetaFileName, 0);
    return image;
}

Status cannotFinish(std::string why)
{
    return Status(ErrorCode::RecoveryNeeded, "a delete or compact was interrupted, and it cannot be finished because " + std::move(why))
        .withFile(std::string(kSideFolder) + "/journal")
        .withRemedy("Copy the whole folder before anything else, and restore .zrx from where the store came from if it was left out of a copy.");
}

std::string count(std::uint64_t number, const char* one)
{
    return std::to_string(number) + " " + one + (number == 1 ? "" : "s");
}

/// Finishes, shows or discards what one journal describes.
class Recovery {
public:
    explicit Recovery(const RecoveryPlace& place)
        : m_place(place), m_side(place.fileSystem, place.store, place.durability), m_files(place.fileSystem, place.store, place.limits),
          m_output(place.fileSystem, place.store, place.limits), m_undo(place.fileSystem, place.store, place.durability)
    {
    }

    /// The header has no fence: whatever journal there is has not begun or is done.
    Result<RecoveredState> clearUp(const MetaHeader& header);
    Result<RecoveredState> finish(const FencedHeader& fenced);

private:
    [[nodiscard]] bool writes() const { return m_place.access == Access::ReadWrite; }
    [[nodiscard]] bool waits() const { return m_place.durability == Durability::Power; }
    [[nodiscard]] unsigned perRecord() const { return m_place.ragged ? 2 : 1; }

    [[nodiscard]] GroupDecision decisionOf(const Journal& journal) const
    {
        return GroupDecision::of(m_place.fileSystem, m_place.store, journal.id, m_place.durability);
    }
    Result<Journal> journalFor(const FencedHeader& fenced);
    Status finishDelete(const Journal& journal, RecoveredState& state);
    Status finishRestore(const Journal& journal, RecoveredState& state);
    Status finishReplace(const Journal& journal, RecoveredState& state);
    Status applyPatch(const Journal& journal, const EntryPatch& patch);
    Status makeBaseDurable(const Journal& journal);
    Status publish(const Journal& journal, const MetaHeader& header);
    Result<RecoveredState> takeBack(const Journal& journal);

    const RecoveryPlace& m_place;
    SideFolder m_side;
    StoreFiles m_files;
    OutputFiles m_output;
    UndoLog m_undo;
};

Result<RecoveredState> Recovery::clearUp(const MetaHeader& header)
{
    RecoveredState state;
    state.header = header;
    if (!writes())
        return state;
    ZR_ASSIGN_OR_RETURN(const EntryType type, m_place.fileSystem.entryType(m_place.store / kSideFolder));
    if (type != EntryType::Folder)
        return state;
    ZR_RETURN_IF_ERROR(m_side.checkOwn());
    const auto journal = m_side.readJournal();
    if (journal.ok() && !*journal) {
        m_undo.prune(header);
        m_side.tidy();
        return state;
    }
    if (!journal.ok() && journal.code() != ErrorCode::BadFormat)
        return journal.status();
    // The fence, or what the new header counts on, may be on its way to the device: neither may need the journal later.
    if (waits()) {
        ZR_RETURN_IF_ERROR(m_undo.sync(header));
        ZR_RETURN_IF_ERROR(m_output.sync(header));
        ZR_RETURN_IF_ERROR(m_place.fileSystem.syncFolder(m_place.store));
        ZR_RETURN_IF_ERROR(m_place.meta.sync());
    }
    if (journal.ok() && (*journal)->kind == JournalKind::Replace && (*journal)->after == header) {
        m_undo.clear();
        ZR_RETURN_IF_ERROR(m_side.dropSums());
    }
    m_undo.prune(header);
    // A torn journal, of a process that did not wait for the device, says nothing; no fence stands on it.
    if (!journal.ok() || (*journal)->before == header || (*journal)->after == header) {
        const bool done = journal.ok() && (*journal)->after == header;
        if (journal.ok() && !(*journal)->members.empty())
            ZR_RETURN_IF_ERROR(decisionOf(**journal).tidy((*journal)->members));
        ZR_RETURN_IF_ERROR(m_side.removeJournal());
        state.note = {RecoveryAction::Discarded, done ? "An earlier change was complete; what it left behind was cleared away."
                                                      : "An earlier change was interrupted before it began; the store is as it was."};
    } else {
        ZR_RETURN_IF_ERROR(m_side.setJournalAside());
        state.note = {RecoveryAction::SetAside, "A journal that does not belong to the state of the store was moved to .zrx/salvage; "
                                                "another program may have changed the store since. Verify it."};
    }
    m_side.tidy();
    return state;
}

Result<Journal> Recovery::journalFor(const FencedHeader& fenced)
{
    auto read = m_side.readJournal();
    if (read.code() == ErrorCode::BadFormat)
        return cannotFinish("its journal is damaged (" + std::string(read.status().what()) + ")");
    if (!read.ok())
        return std::move(read).status();
    if (!*read)
        return cannotFinish("its journal is missing");
    Journal journal = std::move(**read);
    if (journal.id != fenced.journal)
        return cannotFinish("the journal is that of another change");
    MetaHeader before = journal.before;
    before.reserved = {};
    if (before != fenced.header || journal.raggedPairs != m_place.ragged)
        return cannotFinish("the journal does not fit the header");
    ZR_ASSIGN_OR_RETURN(const std::uint64_t checksum, storeChecksum(m_place.fileSystem, m_place.store));
    if (checksum != journal.storeChecksum)
        return cannotFinish("the journal is that of another store");
    return journal;
}

/// The process that raised the fence may have died before it, or what it stands on, was on the device; what follows
/// overwrites what the old state needs.
Status Recovery::makeBaseDurable(const Journal& journal)
{
    if (!waits())
        return {};
    ZR_RETURN_IF_ERROR(m_side.syncJournal());
    ZR_RETURN_IF_ERROR(m_undo.sync(journal.after));
    ZR_RETURN_IF_ERROR(m_place.meta.writeAt(0, encodeFence(journal.before, journal.id)));
    return m_place.meta.sync();
}

Status Recovery::publish(const Journal& journal, const MetaHeader& header)
{
    ZR_RETURN_IF_ERROR(m_place.meta.writeAt(0, encodeMetaHeader(header)));
    if (waits())
        ZR_RETURN_IF_ERROR(m_place.meta.sync());
    // Before the journal, so that a file that stays is found with one of them.
    if (!journal.members.empty())
        ZR_RETURN_IF_ERROR(decisionOf(journal).tidy(journal.members));
    if (journal.kind == JournalKind::Replace && header == journal.after) {
        m_undo.clear();
        ZR_RETURN_IF_ERROR(m_side.dropSums());
    }
    m_undo.prune(header);
    ZR_RETURN_IF_ERROR(m_side.removeJournal());
    m_side.tidy();
    return {};
}

/// The journal and the fence are there, but what decides for all stores of the set is not: nothing has been altered yet.
Result<RecoveredState> Recovery::takeBack(const Journal& journal)
{
    RecoveredState state;
    state.header = journal.before;
    if (!writes()) {
        state.note = {RecoveryAction::ShownBefore, "A change of all stores of the set had been interrupted before it was decided; "
                                                   "the records are shown as before it, and the next opening for writing clears it away."};
        return state;
    }
    state.note = {RecoveryAction::TakenBack, "A change of all stores of the set had been interrupted before it was decided; the store is as before it."};
    ZR_RETURN_IF_ERROR(publish(journal, journal.before));
    return state;
}

Status Recovery::finishDelete(const Journal& journal, RecoveredState& state)
{
    const std::uint64_t records = journal.before.length / perRecord();
    ZR_ASSIGN_OR_RETURN(const std::uint64_t guard, guardChecksum(m_files, records, journal.targets, perRecord()));
    if (guard != journal.guard)
        return cannotFinish("the end of the record table is not what it was when the change began");
    const RemovalResult plan = planSwapLast(records, journal.targets);
    const OperationContext context;
    ProgressReporter progress(context, "finishing an interrupted delete", plan.moves.size());
    ZR_ASSIGN_OR_RETURN(const EntryPatch patch, EntryPatch::ofMoves(m_files, plan.moves, perRecord(), progress));
    const std::string what = "A delete of " + count(plan.removed, "record") + " had been interrupted";
    if (!writes()) {
        state.pending = patch.view();
        state.note = {RecoveryAction::ShownDelete, what + "; the records are shown as after it, and the next opening for writing finishes it."};
        return {};
    }
    ZR_RETURN_IF_ERROR(applyPatch(journal, patch));
    state.note = {RecoveryAction::FinishedDelete, what + "; it was finished now."};
    return publish(journal, journal.after);
}

Status Recovery::applyPatch(const Journal& journal, const EntryPatch& patch)
{
    ZR_RETURN_IF_ERROR(makeBaseDurable(journal));
    ZR_RETURN_IF_ERROR(patch.apply(m_output));
    return waits() ? m_output.sync(journal.kind == JournalKind::Restore ? journal.after : journal.before) : Status();
}

Status Recovery::finishRestore(const Journal& journal, RecoveredState& state)
{
    const std::string what = "The undo of a delete of " + count((journal.after.length - journal.before.length) / perRecord(), "record") +
                             " had been interrupted";
    const EntryPatch patch(journal.entries);
    if (!writes()) {
        state.pending = patch.view();
        state.note = {RecoveryAction::ShownUndo, what + "; the records are shown as after it, and the next opening for writing finishes it."};
        return {};
    }
    ZR_RETURN_IF_ERROR(applyPatch(journal, patch));
    state.note = {RecoveryAction::FinishedUndo, what + "; it was finished now."};
    return publish(journal, journal.after);
}

Status Recovery::finishReplace(const Journal& journal, RecoveredState& state)
{
    const std::filesystem::path newFiles = m_side.newFiles(journal.id);
    if (Status status = checkSwitch(m_place.fileSystem, m_place.store, newFiles, journal); !status.ok()) {
        if (status.code() != ErrorCode::BadFormat && status.code() != ErrorCode::NotFound)
            return status;
        return cannotFinish("a file that it wrote is missing or damaged: " + std::string(status.file()));
    }
    if (!writes()) {
        state.pending.newFiles = newFiles;
        state.note = {RecoveryAction::ShownCompact, "A compact had been interrupted; the next opening for writing finishes it."};
        return {};
    }
    if (waits())
        ZR_RETURN_IF_ERROR(syncNewFiles(m_place.fileSystem, m_place.store, newFiles, journal));
    ZR_RETURN_IF_ERROR(makeBaseDurable(journal));
    ZR_RETURN_IF_ERROR(switchFiles(m_place.fileSystem, m_place.store, newFiles, journal, m_place.durability));
    if (waits())
        ZR_RETURN_IF_ERROR(m_output.sync(journal.after));
    state.note = {RecoveryAction::FinishedCompact, "A compact had been interrupted; it was finished now."};
    return publish(journal, journal.after);
}

Result<RecoveredState> Recovery::finish(const FencedHeader& fenced)
{
    ZR_ASSIGN_OR_RETURN(const Journal journal, journalFor(fenced));
    if (!journal.members.empty()) {
        GroupDecision decision = decisionOf(journal);
        ZR_ASSIGN_OR_RETURN(const bool made, decision.isMade(m_place.store, journal));
        if (!made)
            return takeBack(journal);
        if (writes())
            ZR_RETURN_IF_ERROR(decision.sync());
    }
    RecoveredState state;
    state.header = journal.after;
    switch (journal.kind) {
    case JournalKind::Delete: ZR_RETURN_IF_ERROR(finishDelete(journal, state)); break;
    case JournalKind::Replace: ZR_RETURN_IF_ERROR(finishReplace(journal, state)); break;
    case JournalKind::Restore: ZR_RETURN_IF_ERROR(finishRestore(journal, state)); break;
    }
    return state;
}

}  // namespace

Result<RecoveredState> recoverStore(const RecoveryPlace& place)
{
    ZR_ASSIGN_OR_RETURN(const MetaImage image, readImage(place.meta));
    Recovery recovery(place);
    if (isFence(image)) {
        ZR_ASSIGN_OR_RETURN(const FencedHeader fenced, decodeFence(image));
        return recovery.finish(fenced);
    }
    ZR_ASSIGN_OR_RETURN(const MetaHeader header, decodeMetaHeader(image));
    return recovery.clearUp(header);
}

}  // namespace zrecord
