#include "commands/train_command.h"

#include <ostream>

#include "json_writer.h"
#include "opened_target.h"
#include "output_file.h"
#include "text_layout.h"
#include "zrecord/dictionary.h"

namespace zrecord::cli {
namespace {

class TrainCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"train",
                "Train a dictionary for zstd_dict stores.",
                "Small records that resemble each other compress far better with one. It is trained on an evenly spaced choice of records of a "
                "store, or of a plain file cut into records of --record-bytes. The tiers: fast 32 KiB from 4 MiB of records, balanced 128 KiB "
                "from 16 MiB, max 1 MiB from 64 MiB.\n\n"
                "JSON: output, tier, dictionary_bytes, dictionary_id.",
                {"zr train samples/bible/verse --output verse.dict", "zr train rows.bin --record-bytes 64 --tier fast -o rows.dict"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("SOURCE", m_source, "A store, or a file with --record-bytes.");
        parser.option("-o,--output", m_output, "FILE", "Where the dictionary goes.");
        parser.choice("-t,--tier", m_tier, {"fast", "balanced", "max"}, "Size and effort. Default: balanced.");
        parser.option("--record-bytes", m_recordBytes, "N", "SOURCE is a file of records of N bytes.");
        parser.flag("-f,--force", m_force, "Replace the output file.");
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        if (m_output.empty())
            return Status(ErrorCode::InvalidArgument, "--output is missing").withRemedy("Say where the dictionary goes: --output FILE.");
        ZR_ASSIGN_OR_RETURN(const DictionaryTier tier, parseDictionaryTier(m_tier));
        OutputFile file;
        ZR_RETURN_IF_ERROR(file.open(m_output, m_force));
        const Result<std::vector<std::byte>> trained = train(tier, session);
        if (trained.code() == ErrorCode::Cancelled)
            return cancelledAfter("no dictionary was written", "Start it again when you like.");
        if (!trained)
            return trained.status();
        const std::vector<std::byte>& dictionary = *trained;
        file.stream().write(static_cast<const char*>(static_cast<const void*>(dictionary.data())), static_cast<std::streamsize>(dictionary.size()));
        ZR_RETURN_IF_ERROR(file.commit());
        session.endProgress();
        if (m_json) {
            JsonWriter json;
            json.beginObject().field("output", m_output).field("tier", tier.name);
            json.field("dictionary_bytes", std::uint64_t{dictionary.size()});
            json.field("dictionary_id", std::uint64_t{dictionaryId(dictionary)});
            session.out() << json.endObject().text();
        } else {
            session.out() << m_output << ": dictionary of " << byteSize(dictionary.size()) << ", tier " << tier.name << ", id " << dictionaryId(dictionary) << '\n';
        }
        return kExitOk;
    }

private:
    Result<std::vector<std::byte>> train(const DictionaryTier& tier, Session& session) const
    {
        if (m_recordBytes)
            return trainDictionary(std::filesystem::path(m_source), *m_recordBytes, tier, session.context());
        std::error_code error;
        if (std::filesystem::is_regular_file(m_source, error))
            return Status(ErrorCode::InvalidArgument, "'" + m_source + "' is a file, and where its records end is not known")
                .withRemedy("Add --record-bytes N, or import it into a store first.");
        ZR_ASSIGN_OR_RETURN(const Store store, OpenedTarget::openStore(m_source));
        return trainDictionary(store, tier, session.context());
    }

    std::string m_source;
    std::string m_output;
    std::string m_tier = "balanced";
    std::optional<std::uint64_t> m_recordBytes;
    bool m_force = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeTrainCommand()
{
    return std::make_unique<TrainCommand>();
}

}  // namespace zrecord::cli
