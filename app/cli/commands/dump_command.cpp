#include "commands/dump_command.h"

#include <ostream>

#include "output_file.h"
#include "paths/trust.h"
#include "record_batch.h"
#include "record_choice.h"
#include "text_layout.h"
#include "value_output.h"

namespace zrecord::cli {
namespace {

class DumpCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"dump",
                "Print many records, one on each line.",
                "text: index, tab, value; records of bytes as text with --text. csv: a header, then a column for each element, or for each "
                "field of a structured record. json: one object on each line with index, shape, value. hex: offset, bytes and ASCII. "
                "Every value is complete.",
                {"zr dump samples/bible/verse :10 --text", "zr dump samples/fashion/train/label --format csv --output labels.csv",
                 "zr dump points --format json | head -n 3", "zr dump samples/bible/verse 0 --format hex"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store.");
        m_choice.declare(parser, "Indices or slices. Default: all records.");
        parser.choice("--format", m_format, {"text", "csv", "json", "hex"}, "Default: text.");
        parser.flag("--text", m_text, "Records of bytes as text; with --format text only.");
        parser.option("--limit", m_limit, "N", "Stop after N records.");
        parser.option("-o,--output", m_output, "FILE", "Write to FILE instead of standard output.");
        m_trust.declare(parser);
        parser.flag("-f,--force", m_force, "Replace the output file.");
    }

    Result<int> run(Session& session) override
    {
        if (m_text && m_format != "text")
            return Status(ErrorCode::InvalidArgument, "--text and --format " + m_format + " exclude each other").withRemedy("Leave one of them out.");
        ZR_ASSIGN_OR_RETURN(const Store store, m_trust.openStore(m_path, session));
        ZR_ASSIGN_OR_RETURN(const std::vector<IndexRange> ranges, m_choice.resolve(store.size(), m_path, session));
        OutputFile file;
        if (m_output)
            ZR_RETURN_IF_ERROR(file.open(*m_output, m_force));
        ZR_RETURN_IF_ERROR(write(m_output ? file.stream() : session.out(), store, ranges, session));
        if (m_output)
            ZR_RETURN_IF_ERROR(file.commit());
        return kExitOk;
    }

private:
    Status write(std::ostream& out, const Store& store, const std::vector<IndexRange>& ranges, Session& session) const
    {
        const std::uint64_t total = std::min(recordCount(ranges), m_limit.value_or(UINT64_MAX));
        const std::uint64_t atOnce = std::min<std::uint64_t>(RecordBatch::recordsAtOnce(store), 4096);
        const CsvLayout csv(store.summary());
        if (m_format == "csv")
            out << csv.header();
        IndexStream stream(ranges);
        RecordBatch batch;
        for (std::uint64_t done = 0; done < total && out;) {
            if (session.stopToken().stop_requested())
                return cancelledAfter(groupedCount(done) + " of " + counted(total, "record") + " written",
                                      m_output ? "No file was left behind." : "Select the others to see them.");
            const Status read = batch.read(store, stream.next(std::min(atOnce, total - done)), session.quietContext());
            std::string text;
            for (std::size_t i = 0; i < batch.size(); ++i)
                ZR_RETURN_IF_ERROR(appendRecord(text, store.summary(), csv, batch, i));
            out << text;
            done += batch.size();
            ZR_RETURN_IF_ERROR(read);
            // Progress beside the printed lines would garble a terminal.
            if (m_output)
                session.showProgress({"writing records", done, total, ProgressUnit::Records});
        }
        return {};
    }

    Status appendRecord(std::string& text, const StoreSummary& summary, const CsvLayout& csv, const RecordBatch& batch, std::size_t i) const
    {
        const auto bytes = batch.bytes(i);
        const auto shape = batch.shape(i);
        if (m_format == "csv") {
            csv.appendRow(text, batch.index(i), shape, bytes);
        } else if (m_format == "hex") {
            text += "[" + std::to_string(batch.index(i)) + "] " + shapeText(shape) + ", " + counted(bytes.size(), "byte") + "\n";
            appendHexDump(text, bytes);
        } else if (m_format == "json") {
            text += "{\"index\": " + std::to_string(batch.index(i)) + ", \"shape\": [";
            for (std::size_t d = 0; d < shape.size(); ++d)
                text.append(d == 0 ? "" : ", ").append(std::to_string(shape[d]));
            text += "], \"value\": ";
            appendJsonValue(text, summary.dtype, shape, bytes);
            text += "}\n";
        } else {
            if (m_text && !holdsText(summary.dtype, shape.size()))
                return Status(ErrorCode::WrongKind, "records of " + summary.dtype.displayName() + " " + shapeText(shape) + " are not text")
                    .withStore(m_path).withRecord(batch.index(i)).withRemedy("Leave --text out to see the values.");
            text += std::to_string(batch.index(i)) + "\t";
            text += (m_text ? recordAsText(summary.dtype, bytes) : lineText(summary.dtype, shape, bytes, SIZE_MAX)) + "\n";
        }
        return {};
    }

    std::string m_path;
    RecordChoice m_choice;
    std::string m_format = "text";
    bool m_text = false;
    std::optional<std::uint64_t> m_limit;
    std::optional<std::string> m_output;
    bool m_force = false;
    TrustArgument m_trust;
};

}  // namespace

std::unique_ptr<Command> makeDumpCommand()
{
    return std::make_unique<DumpCommand>();
}

}  // namespace zrecord::cli
