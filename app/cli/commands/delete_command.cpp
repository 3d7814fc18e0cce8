#include "commands/delete_command.h"

#include <filesystem>
#include <ostream>
#include <system_error>

#include "changes/record_moves.h"
#include "json_writer.h"
#include "opened_target.h"
#include "record_choice.h"
#include "text_layout.h"
#include "zrecord/export_target.h"

namespace zrecord::cli {
namespace {

class DeleteCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"delete",
                "Delete records; the last ones move into their places.",
                "All records of one command go together or not at all. Where a record that stays is moved, --moves says from where to where, and --table "
                "writes it into a file: the old and the new index of every record that moves or is deleted, all others keep theirs. "
                "In an aligned set the same records leave every stream, as one step. 'zr undo' takes the last delete back; the bytes come back with 'zr compact'.\n\n"
                "JSON: path, dry_run, removed, records_before, records_after, move_count, and with --moves moves, an array of [from, to].",
                {"zr delete samples/fashion/train 17 -1 --moves", "zr delete labels ::100 --dry-run --table moves.csv", "zr delete labels --indices doomed.txt --json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store or an aligned set.");
        m_choice.declare(parser, "Indices or slices to delete; repeats count once.");
        parser.flag("-n,--dry-run", m_dryRun, "Say what would happen and change nothing.");
        parser.flag("--moves", m_moves, "List every move.");
        parser.option("--table", m_table, "FILE", "Write old and new indices into FILE: an int64 array of two columns if it ends in .npy, otherwise text. A deleted record has the new index -1, or none in text.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (m_choice.isEmpty())
            return Status(ErrorCode::InvalidArgument, "no record is named").withRemedy("Name indices, slices, or a file with --indices.");
        ZR_ASSIGN_OR_RETURN(OpenedTarget target, OpenedTarget::open(m_path, m_dryRun ? Access::ReadOnly : Access::ReadWrite));
        if (target.isSet() && target.set().alignment())
            return Status(ErrorCode::WrongKind, target.set().alignment()->message()).withStore(m_path).withRemedy("Bring the streams to one length first.");
        ZR_ASSIGN_OR_RETURN(const std::vector<IndexRange> ranges, m_choice.resolve(target.size(), m_path, session));
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> indices, expandRanges(ranges));
        // Looked at before anything is removed: afterwards the lengths differ.
        const std::optional<std::filesystem::path> set = indices.empty() ? std::nullopt : target.alignedParent();
        RemovalResult result;
        result.recordsBefore = target.size();
        if (!indices.empty()) {
            ZR_ASSIGN_OR_RETURN(result, removeWithTable(target, indices, session));
        }
        if (!m_dryRun)
            ZR_RETURN_IF_ERROR(target.close());
        session.endProgress();
        m_json ? writeJson(session, result) : writeText(session, result);
        if (set)
            session.note(m_path + (m_dryRun ? " is" : " was") + " a stream of an aligned set, and its other streams keep these records. 'zr delete " + set->string() +
                         " ...' takes them from every stream.");
        return kExitOk;
    }

private:
    /// The table first: a delete whose table cannot be written is not made.
    Result<RemovalResult> removeWithTable(OpenedTarget& target, const std::vector<std::uint64_t>& indices, Session& session) const
    {
        if (!m_table)
            return remove(target, indices, session);
        ZR_ASSIGN_OR_RETURN(const RemovalResult plan, target.parts().front().store->planRemoval(indices));
        ZR_RETURN_IF_ERROR(exportIndexTable(indices, plan.moves, *m_table));
        Result<RemovalResult> result = remove(target, indices, session);
        if (!result.ok()) {
            std::error_code ignored;
            std::filesystem::remove(*m_table, ignored);
        }
        return result;
    }

    Result<RemovalResult> remove(OpenedTarget& target, const std::vector<std::uint64_t>& indices, Session& session) const
    {
        if (m_dryRun)
            return target.parts().front().store->planRemoval(indices);
        Result<RemovalResult> result = target.isSet() ? target.set().remove(indices, session.context()) : target.store().remove(indices, session.context());
        if (result.code() == ErrorCode::Cancelled)
            return cancelledAfter("nothing was deleted", "'" + m_path + "' is as it was before.");
        return result;
    }

    void writeText(Session& session, const RemovalResult& result) const
    {
        std::ostream& out = session.out();
        out << m_path << ": " << groupedCount(result.removed) << (result.removed == 1 ? " record " : " records ")
            << (m_dryRun ? "would be deleted, " : "deleted, ") << groupedCount(result.moves.size()) << " moved, "
            << groupedCount(result.recordsBefore - result.removed) << (m_dryRun ? " would be left\n" : " left\n");
        if (m_moves)
            writeMoves(out, result.moves);
    }

    void writeJson(Session& session, const RemovalResult& result) const
    {
        JsonWriter json;
        json.beginObject();
        json.field("path", m_path);
        json.field("dry_run", m_dryRun);
        json.field("removed", result.removed);
        json.field("records_before", result.recordsBefore);
        json.field("records_after", result.recordsBefore - result.removed);
        writeMoves(json, result.moves, m_moves);
        session.out() << json.endObject().text();
    }

    std::string m_path;
    RecordChoice m_choice;
    std::optional<std::string> m_table;
    bool m_dryRun = false;
    bool m_moves = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeDeleteCommand()
{
    return std::make_unique<DeleteCommand>();
}

}  // namespace zrecord::cli
