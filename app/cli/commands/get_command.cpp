#include "commands/get_command.h"

#include <ostream>

#include "opened_target.h"
#include "output_file.h"
#include "paths/trust.h"
#include "record_batch.h"
#include "record_choice.h"
#include "text_layout.h"
#include "value_output.h"

namespace zrecord::cli {
namespace {

class GetCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"get",
                "Print records, or write their bytes.",
                "Values are printed exactly, as NumPy prints arrays; more than 1000 items are shown by their edges unless --full is given. "
                "For an aligned set, the value in every stream is printed. 'zr dump' suits many records better.\n\n"
                "JSON: store, records, an array of objects with index, shape, value; for an aligned set 'streams', an object with shape and "
                "value for each stream, takes their place. At a record that cannot be read the list ends and error says why; what "
                "stands ahead of it is printed.",
                {"zr get samples/fashion/train/image 0", "zr get samples/bible/verse -1 --text", "zr get labels ::1000 -5: --json",
                 "zr get images 7 --raw > image7.bin"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store or an aligned set.");
        m_choice.declare(parser, "Indices or slices: 7, -1, 10:20, ::100.");
        parser.flag("--raw", m_raw, "Write the records' bytes, one after the other, and nothing else.");
        parser.flag("--text", m_text, "Print records of bytes as text, one on each line.");
        parser.flag("--full", m_full, "Print every item of large arrays.");
        parser.option("-o,--output", m_output, "FILE", "Write to FILE instead of standard output.");
        parser.flag("-f,--force", m_force, "Replace the output file.");
        m_trust.declare(parser);
        parser.flag("--json", m_json, "Print as JSON.");
    }

    Result<int> run(Session& session) override
    {
        ZR_RETURN_IF_ERROR(checkArguments());
        ZR_ASSIGN_OR_RETURN(OpenedTarget target, m_trust.open(m_path, TrustArgument::Use::Records, session));
        if (target.isSet() && (m_raw || m_text))
            return Status(ErrorCode::WrongKind, "'" + m_path + "' is an aligned set; --raw and --text take one store")
                .withRemedy("Name one of its streams: '" + target.parts().front().path + "'.");
        if (const auto warning = target.misalignment())
            session.note(*warning);
        ZR_ASSIGN_OR_RETURN(const std::vector<IndexRange> ranges, m_choice.resolve(target.size(), m_path, session));
        OutputFile file;
        if (m_output)
            ZR_RETURN_IF_ERROR(file.open(*m_output, m_force));
        std::ostream& out = m_output ? file.stream() : session.out();
        ZR_RETURN_IF_ERROR(write(out, target, ranges, session));
        if (m_output)
            ZR_RETURN_IF_ERROR(file.commit());
        return kExitOk;
    }

private:
    Status checkArguments() const
    {
        if (m_choice.isEmpty())
            return Status(ErrorCode::InvalidArgument, "no record is named").withRemedy("Name indices or slices; 'zr dump' prints a whole store.");
        if (int{m_raw} + int{m_text} + int{m_json} > 1)
            return Status(ErrorCode::InvalidArgument, "--raw, --text and --json exclude each other").withRemedy("Leave one of them.");
        return {};
    }

    Status write(std::ostream& out, OpenedTarget& target, const std::vector<IndexRange>& ranges, Session& session)
    {
        std::vector<OpenedTarget::Part> parts = target.parts();
        std::uint64_t atOnce = UINT64_MAX;
        for (const OpenedTarget::Part& part : parts)
            atOnce = std::min(atOnce, RecordBatch::recordsAtOnce(*part.store));
        m_single = recordCount(ranges) == 1;
        m_isSet = target.isSet();
        IndexStream stream(ranges);
        std::vector<RecordBatch> batches(parts.size());
        if (m_json) {
            std::string head = "{\n  \"store\": ";
            appendJsonString(head, m_path);
            out << head << ",\n  \"records\": [";
        }
        Status end;
        while (end.ok() && out) {
            const std::vector<std::uint64_t> indices = stream.next(atOnce);
            if (indices.empty())
                break;
            end = writeBatch(out, parts, batches, indices, session);
        }
        if (m_json) {
            std::string tail = m_written == 0 ? "]" : "\n  ]";
            if (!end.ok()) {
                tail += ",\n  \"error\": ";
                appendJsonString(tail, end.message());
            }
            out << tail << "\n}\n";
        }
        return end;
    }

    /// Writes what can be read ahead of the first fault.
    Status writeBatch(std::ostream& out, const std::vector<OpenedTarget::Part>& parts, std::vector<RecordBatch>& batches,
                      const std::vector<std::uint64_t>& indices, Session& session)
    {
        Status fault;
        std::size_t sound = indices.size();
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const Status read = batches[p].read(*parts[p].store, indices, session.quietContext());
            if (batches[p].size() < sound) {
                sound = batches[p].size();
                fault = read;
            }
        }
        for (std::size_t i = 0; i < sound; ++i)
            ZR_RETURN_IF_ERROR(writeRecord(out, parts, batches, i));
        if (session.stopToken().stop_requested())
            return cancelledAfter(counted(m_written, "record") + " printed", "Name the others to see them.");
        return fault;
    }

    Status writeRecord(std::ostream& out, const std::vector<OpenedTarget::Part>& parts, const std::vector<RecordBatch>& batches, std::size_t i)
    {
        ++m_written;
        if (m_json) {
            out << jsonRecord(parts, batches, i);
            return {};
        }
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const DType& dtype = parts[p].store->summary().dtype;
            const auto bytes = batches[p].bytes(i);
            const auto shape = batches[p].shape(i);
            if (m_raw) {
                out.write(static_cast<const char*>(static_cast<const void*>(bytes.data())), static_cast<std::streamsize>(bytes.size()));
            } else if (m_text) {
                if (!holdsText(dtype, shape.size()))
                    return Status(ErrorCode::WrongKind, "records of " + dtype.displayName() + " " + shapeText(shape) + " are not text")
                        .withStore(m_path).withRecord(batches[p].index(i)).withRemedy("Leave --text out to see the values.");
                out << recordAsText(dtype, bytes) << '\n';
            } else {
                out << plainRecord(dtype, shape, bytes, batches[p].index(i), parts[p].stream);
            }
        }
        return {};
    }

    std::string plainRecord(const DType& dtype, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes, std::uint64_t index,
                            const std::string& stream) const
    {
        ArrayTextOptions options;
        if (m_full)
            options.threshold = 0;
        std::string text;
        if (!m_single || m_isSet)
            text = "[" + std::to_string(index) + "]" + (stream.empty() ? "" : " " + stream) + (shape.empty() ? "  " : " " + shapeText(shape) + "\n");
        return text + arrayText(dtype, shape, bytes, options) + "\n";
    }

    std::string jsonRecord(const std::vector<OpenedTarget::Part>& parts, const std::vector<RecordBatch>& batches, std::size_t i) const
    {
        std::string text = (m_written == 1 ? "\n    {\"index\": " : ",\n    {\"index\": ") + std::to_string(batches.front().index(i));
        const auto appendPart = [&](std::size_t p) {
            const auto shape = batches[p].shape(i);
            text += "\"shape\": [";
            for (std::size_t d = 0; d < shape.size(); ++d)
                text.append(d == 0 ? "" : ", ").append(std::to_string(shape[d]));
            text += "], \"value\": ";
            appendJsonValue(text, parts[p].store->summary().dtype, shape, batches[p].bytes(i));
        };
        if (!m_isSet) {
            text += ", ";
            appendPart(0);
            return text + "}";
        }
        text += ", \"streams\": {";
        for (std::size_t p = 0; p < parts.size(); ++p) {
            text += p == 0 ? "" : ", ";
            appendJsonString(text, parts[p].stream);
            text += ": {";
            appendPart(p);
            text += "}";
        }
        return text + "}}";
    }

    std::string m_path;
    RecordChoice m_choice;
    TrustArgument m_trust;
    bool m_raw = false;
    bool m_text = false;
    bool m_full = false;
    bool m_json = false;
    bool m_force = false;
    std::optional<std::string> m_output;

    bool m_single = false;
    bool m_isSet = false;
    std::uint64_t m_written = 0;
};

}  // namespace

std::unique_ptr<Command> makeGetCommand()
{
    return std::make_unique<GetCommand>();
}

}  // namespace zrecord::cli
