#include "changes/undo_command.h"

#include <array>
#include <ctime>
#include <ostream>

#include "changes/record_moves.h"
#include "json_writer.h"
#include "opened_target.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

/// "2026-11-30 14:05:09 UTC"
std::string momentText(std::int64_t seconds)
{
    const auto moment = static_cast<std::time_t>(seconds);
    std::tm parts{};
    std::array<char, 64> text{};
    if (gmtime_r(&moment, &parts) == nullptr || std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
        return "at an unknown time";
    return text.data();
}

class UndoCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"undo",
                "Undo the last delete: every record is where it was before.",
                "Deletes are undone one after the other, the newest first, as long as nothing was appended and the store was not compacted since. "
                "A delete from an aligned set is undone in all streams at once. --list says what can be undone.\n\n"
                "JSON: path, restored, records_before, records_after, move_count, and with --moves moves, an array of [from, to]; with --list an "
                "array of objects with records and when (seconds since 1970, UTC).",
                {"zr undo labels", "zr undo samples/fashion/train --list"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store or an aligned set.");
        parser.flag("-l,--list", m_list, "List the deletes that can be undone, the newest first, and change nothing.");
        parser.flag("--moves", m_moves, "List every move of a record that was not deleted.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        ZR_ASSIGN_OR_RETURN(OpenedTarget target, OpenedTarget::open(m_path, m_list ? Access::ReadOnly : Access::ReadWrite));
        if (m_list) {
            ZR_ASSIGN_OR_RETURN(const std::vector<UndoableRemoval> removals, target.isSet() ? target.set().undoableRemovals() : target.store().undoableRemovals());
            m_json ? writeListAsJson(session, removals) : writeList(session, removals);
            return kExitOk;
        }
        // Looked at before anything is changed: afterwards the lengths differ.
        const std::optional<std::filesystem::path> set = target.alignedParent();
        ZR_ASSIGN_OR_RETURN(const RestorationResult result,
                            target.isSet() ? target.set().undoRemoval(session.context()) : target.store().undoRemoval(session.context()));
        ZR_RETURN_IF_ERROR(target.close());
        session.endProgress();
        m_json ? writeJson(session, result) : writeText(session, result);
        if (set)
            session.note(m_path + " was a stream of an aligned set, and its other streams are as they were. 'zr undo " + set->string() +
                         "' undoes the last delete of the whole set.");
        return kExitOk;
    }

private:
    void writeList(Session& session, const std::vector<UndoableRemoval>& removals) const
    {
        if (removals.empty())
            session.out() << m_path << ": no delete can be undone\n";
        for (const UndoableRemoval& removal : removals)
            session.out() << m_path << ": delete of " << counted(removal.records, "record") << ", " << momentText(removal.when) << '\n';
    }

    static void writeListAsJson(Session& session, const std::vector<UndoableRemoval>& removals)
    {
        JsonWriter json;
        json.beginArray();
        for (const UndoableRemoval& removal : removals) {
            json.beginObject();
            json.field("records", removal.records);
            json.field("when", static_cast<std::uint64_t>(removal.when));
            json.endObject();
        }
        session.out() << json.endArray().text();
    }

    void writeText(Session& session, const RestorationResult& result) const
    {
        session.out() << m_path << ": " << counted(result.restored.size(), "record") << " restored, " << groupedCount(result.moves.size())
                      << " moved back, " << groupedCount(result.recordsBefore + result.restored.size()) << " now\n";
        if (m_moves)
            writeMoves(session.out(), result.moves);
    }

    void writeJson(Session& session, const RestorationResult& result) const
    {
        JsonWriter json;
        json.beginObject();
        json.field("path", m_path);
        json.field("restored", std::uint64_t{result.restored.size()});
        json.field("records_before", result.recordsBefore);
        json.field("records_after", result.recordsBefore + result.restored.size());
        writeMoves(json, result.moves, m_moves);
        session.out() << json.endObject().text();
    }

    std::string m_path;
    bool m_list = false;
    bool m_moves = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeUndoCommand()
{
    return std::make_unique<UndoCommand>();
}

}  // namespace zrecord::cli
