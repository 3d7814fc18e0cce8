#include "store/writing/record_encoder.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "codec/codec_factories.h"
#include "codec/encoder_choice.h"
#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

void writeEncoderNote(FileSystem& fileSystem, const std::filesystem::path& store, const EncoderNote& note)
{
    if (!SideFolder(fileSystem, store, Durability::Process).checkOwn().ok())
        return;
    const std::filesystem::path folder = store / kSideFolder;
    if (Status made = fileSystem.createFolder(folder); !made.ok() && made.code() != ErrorCode::AlreadyExists)
        return;
    if (const auto file = fileSystem.open(folder / kEncoderNoteName, OpenMode::OpenOrCreate); file.ok())
        static_cast<void>((*file)->writeAt(0, encodeEncoderNote(note)).ok());
}

/// Records spread evenly over the batch; none when it is too small to decide anything.
std::vector<std::span<const std::byte>> sampleOf(std::size_t count, const RecordEncoder::RecordAt& record)
{
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < count; ++i)
        bytes += record(i).size();
    if (count < kFewestSampleRecords && bytes < kSampleBytes)
        return {};
    const std::uint64_t average = std::max<std::uint64_t>(bytes / count, 1);
    const std::size_t wanted = std::clamp<std::size_t>(kSampleBytes / average, 1, std::min(count, kSampleRecords));
    std::vector<std::span<const std::byte>> samples;
    samples.reserve(wanted);
    for (std::size_t i = 0; i < wanted; ++i)
        samples.push_back(record(i * count / wanted));
    return samples;
}

}  // namespace

EncoderNote readEncoderNote(FileSystem& fileSystem, const std::filesystem::path& store)
{
    const auto file = fileSystem.open(store / kSideFolder / kEncoderNoteName, OpenMode::Read);
    if (!file.ok())
        return {};
    std::array<std::byte, kEncoderNoteBytes> bytes;
    const auto got = (*file)->readAt(0, bytes);
    return got.ok() ? decodeEncoderNote(std::span(bytes).first(*got)).value_or(EncoderNote{}) : EncoderNote{};
}

void RecordEncoder::remember(const CreateOptions& options)
{
    m_note = EncoderNote{};
    if (m_description.codec == Codec::Zstd && options.zstdLevel != kLoaderxLevel)
        m_note->encoder = StoreEncoder{{options.zstdLevel, false}, true, 0};
    if (m_description.codec == Codec::ZstdDict) {
        m_note->tuning = options.tuning;
        if (options.dictionaryLevel)
            m_note->encoder = StoreEncoder{{*options.dictionaryLevel, false}, true, 0};
    }
    if (*m_note != EncoderNote{})
        writeEncoderNote(m_fileSystem, m_store, *m_note);
}

Result<const RecordCodec*> RecordEncoder::forBatch(std::size_t count, const RecordAt& record)
{
    if (m_usual.isIdentity())
        return &m_usual;
    if (!m_note) {
        m_note = readEncoderNote(m_fileSystem, m_store);
        if (m_note->encoder) {
            const EncoderChoice& choice = m_note->encoder->choice;
            auto made = m_description.codec == Codec::Zstd ? makeZstdCodec(choice.level) : makeZstdDictCodec(m_description.dictionary, choice);
            if (made.ok())
                m_chosen = std::move(made).value();
        }
    }
    if (!m_note->encoder && m_description.codec == Codec::ZstdDict)
        ZR_RETURN_IF_ERROR(choose(count, record));
    return m_chosen ? m_chosen.get() : &m_usual;
}

Status RecordEncoder::choose(std::size_t count, const RecordAt& record)
{
    const auto samples = sampleOf(count, record);
    if (samples.empty())
        return {};
    ZR_ASSIGN_OR_RETURN(const EncoderChoice choice, chooseEncoder(m_description.dictionary, samples, m_note->tuning));
    if (choice != EncoderChoice{}) {
        ZR_ASSIGN_OR_RETURN(m_chosen, makeZstdDictCodec(m_description.dictionary, choice));
    }
    m_note->encoder = StoreEncoder{choice, false, static_cast<std::uint32_t>(samples.size())};
    writeEncoderNote(m_fileSystem, m_store, *m_note);
    return {};
}

}  // namespace zrecord
