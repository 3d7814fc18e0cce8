#include "commands/ls_command.h"

#include <algorithm>
#include <ostream>
#include <system_error>

#include "json_writer.h"
#include "opened_target.h"
#include "paths/trust.h"
#include "text_layout.h"
#include "zrecord/maintenance/untrusted_store.h"

namespace zrecord::cli {
namespace {

namespace fs = std::filesystem;

/// A store found, or why it could not be opened.
struct FoundStore {
    std::string name;
    fs::path path;
    bool inSet = false;
    Result<StoreSummary> summary;
};

struct FoundSet {
    std::string name;
    std::vector<FoundStore> streams;
};

Result<StoreSummary> readSummary(const fs::path& path, bool untrusted)
{
    const Result<Store> store = untrusted ? openUntrusted(path) : Store::open(path);
    if (!store)
        return TrustArgument::explain(store.status());
    return store->summary();
}

class LsCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"ls",
                "List the stores and aligned sets in a folder.",
                "One line for each store, streams of an aligned set below it. Nothing but headers is read. Bytes are those of the chunk "
                "files, deleted records included.\n\n"
                "JSON: an object with 'stores', an array of objects with name, path, kind, dtype, item_shape (dense), codec, records, "
                "record_bytes (dense), chunk_bytes, chunks, dictionary_bytes, or name, path, error, message where a store cannot be "
                "opened; and 'sets', an array of objects with name, path, aligned, records, streams. Folders that cannot be read "
                "are passed over and named on standard error, in JSON under 'unreadable' with path and message; the exit status is 1 then.",
                {"zr ls samples --recursive", "zr ls samples/fashion --json"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("FOLDER", m_folder, "Where to look. Default: the current folder.", ArgumentParser::Need::Optional);
        parser.flag("-r,--recursive", m_recursive, "Look into subfolders, too.");
        m_trust.declare(parser);
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        std::error_code error;
        if (!fs::is_directory(m_folder, error) && fs::exists(m_folder, error))
            return Status(ErrorCode::InvalidArgument, "'" + m_folder + "' is a file, not a folder").withRemedy("Name a folder that holds stores.");
        if (!fs::is_directory(m_folder, error))
            return Status(ErrorCode::NotFound, "there is no folder '" + m_folder + "'");
        if (Store::looksLikeStore(m_folder))
            addStore(m_folder, m_folder);
        else
            ZR_RETURN_IF_ERROR(scanRoot());
        std::ranges::sort(m_unreadable, {}, &Unreadable::path);
        m_json ? writeJson(session) : writeTable(session);
        return m_unreadable.empty() ? kExitOk : kExitFindings;
    }

private:
    /// A folder that is an aligned set itself is shown as one. Stores that merely lie side by side are listed one by one.
    Status scanRoot()
    {
        if (AlignedSet::streamNames(m_folder).size() > 1) {
            addSet(m_folder, m_folder);
            if (isAligned(m_sets.front()))
                return {};
            m_sets.clear();
        }
        return scan(m_folder, "");
    }

    Status scan(const fs::path& folder, const std::string& prefix)
    {
        std::error_code error;
        std::vector<std::string> names;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
            const std::string name = it->path().filename().string();
            std::error_code ignored;
            if (!name.starts_with('.') && it->is_directory(ignored))
                names.push_back(name);
        }
        if (error)
            return Status::fromErrno(error.value(), "the folder '" + folder.string() + "' cannot be read");
        std::sort(names.begin(), names.end());
        for (const std::string& name : names) {
            const fs::path path = (folder / name).lexically_normal();
            if (Store::looksLikeStore(path))
                addStore(path, prefix + name);
            else if (AlignedSet::streamNames(path).size() > 1)
                addSet(path, prefix + name);
            else if (const auto lone = AlignedSet::streamNames(path); lone.size() == 1)
                addStore(path / lone.front(), prefix + name + "/" + lone.front());
            else if (m_recursive && !fs::is_symlink(path, error))
                scanBelow(path, prefix + name + "/");
            else if (!m_recursive)
                ++m_foldersLeftOut;
        }
        return {};
    }

    /// One folder that cannot be read keeps nobody from the others.
    void scanBelow(const fs::path& path, const std::string& prefix)
    {
        if (Status status = scan(path, prefix); !status.ok())
            m_unreadable.push_back({path.string(), std::move(status)});
    }

    void addStore(const fs::path& path, const std::string& name)
    {
        m_stores.push_back({name, path, false, readSummary(path, m_trust.isUntrusted())});
    }

    void addSet(const fs::path& path, const std::string& name)
    {
        FoundSet set{name, {}};
        for (const std::string& stream : AlignedSet::streamNames(path))
            set.streams.push_back({stream, path / stream, true, readSummary(path / stream, m_trust.isUntrusted())});
        m_sets.push_back(std::move(set));
    }

    static bool isAligned(const FoundSet& set)
    {
        const auto& streams = set.streams;
        return std::all_of(streams.begin(), streams.end(), [&](const FoundStore& stream) {
            return stream.summary.ok() && streams.front().summary.ok() && stream.summary->records == streams.front().summary->records;
        });
    }

    static std::uint64_t commonRecords(const FoundSet& set)
    {
        std::uint64_t least = UINT64_MAX;
        for (const FoundStore& stream : set.streams)
            least = std::min(least, stream.summary.ok() ? stream.summary->records : 0);
        return least;
    }

    void writeTable(Session& session) const
    {
        if (m_stores.empty() && m_sets.empty()) {
            session.out() << "no stores in " << m_folder << (m_recursive ? "\n" : "; --recursive looks into subfolders, too\n");
            writeUnreadable(session);
            return;
        }
        using Align = TextTable::Align;
        TextTable table;
        table.column("name");
        table.column("kind");
        table.column("dtype");
        table.column("shape");
        table.column("codec");
        table.column("records", Align::Right);
        table.column("bytes", Align::Right);
        for (const FoundSet& set : m_sets) {
            const bool aligned = isAligned(set);
            table.row({set.name + "/", aligned ? "set" : "set, unequal", "", "", "", groupedCount(commonRecords(set)), ""});
            for (const FoundStore& stream : set.streams)
                addRow(table, stream, "  ");
        }
        for (const FoundStore& store : m_stores)
            addRow(table, store, "");
        session.out() << table.text();
        if (m_foldersLeftOut != 0)
            session.out() << counted(m_foldersLeftOut, "other folder") << " not looked into; --recursive does\n";
        for (const FoundSet& set : m_sets)
            for (const FoundStore& stream : set.streams)
                writeFault(session, stream);
        for (const FoundStore& store : m_stores)
            writeFault(session, store);
        writeUnreadable(session);
    }

    void writeUnreadable(Session& session) const
    {
        for (const Unreadable& folder : m_unreadable)
            session.note(folder.why.message());
    }

    static void addRow(TextTable& table, const FoundStore& found, const std::string& indent)
    {
        if (!found.summary) {
            table.row({indent + found.name, faultWord(found.summary.code()), "", "", "", "", ""});
            return;
        }
        const StoreSummary& summary = *found.summary;
        const std::string type = summary.dtype.isStructured() ? summary.dtype.str() : summary.dtype.displayName();
        table.row({indent + found.name, std::string(storeKindName(summary.kind)), type, itemShapeText(summary),
                   std::string(codecName(summary.codec)), groupedCount(summary.records), byteSize(summary.chunkBytes)});
    }

    /// For the column of kinds; the sentence stands below the table.
    static std::string faultWord(ErrorCode code)
    {
        return code == ErrorCode::Busy ? "in use" : code == ErrorCode::ReadOnly ? "no access" : errorInfo(code).exitStatus == 5 ? "damaged" : "unreadable";
    }

    static void writeFault(Session& session, const FoundStore& found)
    {
        if (!found.summary)
            session.out() << found.path.string() << ": " << found.summary.status().message() << '\n';
    }

    void writeJson(Session& session) const
    {
        JsonWriter json;
        json.beginObject().key("stores").beginArray();
        for (const FoundStore& store : m_stores)
            writeStore(json, store);
        json.endArray().key("sets").beginArray();
        for (const FoundSet& set : m_sets) {
            json.beginObject();
            json.field("name", set.name);
            json.field("path", set.streams.front().path.parent_path().string());
            json.field("aligned", isAligned(set));
            json.field("records", commonRecords(set));
            json.key("streams").beginArray();
            for (const FoundStore& stream : set.streams)
                writeStore(json, stream);
            json.endArray().endObject();
        }
        json.endArray();
        if (!m_unreadable.empty()) {
            json.key("unreadable").beginArray();
            for (const Unreadable& folder : m_unreadable)
                json.beginObject().field("path", folder.path).field("message", folder.why.message()).endObject();
            json.endArray();
        }
        session.out() << json.endObject().text();
    }

    static void writeStore(JsonWriter& json, const FoundStore& found)
    {
        json.beginObject().field("name", found.name);
        if (found.summary.ok()) {
            writeSummaryFields(json, *found.summary);
        } else {
            json.field("path", found.path.string());
            json.field("error", found.summary.status().info().name);
            json.field("message", found.summary.status().message());
        }
        json.endObject();
    }

    struct Unreadable {
        std::string path;
        Status why;
    };

    std::string m_folder = ".";
    std::vector<Unreadable> m_unreadable;
    bool m_recursive = false;
    TrustArgument m_trust;
    std::uint64_t m_foldersLeftOut = 0;
    bool m_json = false;
    std::vector<FoundStore> m_stores;
    std::vector<FoundSet> m_sets;
};

}  // namespace

std::unique_ptr<Command> makeLsCommand()
{
    return std::make_unique<LsCommand>();
}

}  // namespace zrecord::cli
