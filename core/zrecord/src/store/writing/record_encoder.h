#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "codec/record_codec.h"
#include "format/encoder_note.h"
#include "platform/file_system.h"

namespace zrecord {

/// What the records of one store are written with: the level that was asked for or chosen before, else the way that suits its
/// first large enough batch. The choice is kept in the side folder, best effort: losing it costs a second choice, never a
/// record. One thread at a time, that of the writer.
class RecordEncoder {
public:
    using RecordAt = std::function<std::span<const std::byte>(std::size_t)>;

    /// All must outlive the encoder. `usual` is used as long as nothing else is asked for or chosen.
    RecordEncoder(FileSystem& fileSystem, const std::filesystem::path& store, const StoreDescription& description, const RecordCodec& usual)
        : m_fileSystem(fileSystem), m_store(store), m_description(description), m_usual(usual)
    {
    }

    /// Keeps what was asked for at creation; `usual` was made with it.
    void remember(const CreateOptions& options);
    /// For a batch of `count` records, payloads only; record(i) is the i-th.
    Result<const RecordCodec*> forBatch(std::size_t count, const RecordAt& record);

private:
    Status choose(std::size_t count, const RecordAt& record);

    FileSystem& m_fileSystem;
    const std::filesystem::path& m_store;
    const StoreDescription& m_description;
    const RecordCodec& m_usual;
    std::optional<EncoderNote> m_note;  ///< as far as it was read
    std::unique_ptr<RecordCodec> m_chosen;
};

/// An empty note when there is none or it is damaged.
EncoderNote readEncoderNote(FileSystem& fileSystem, const std::filesystem::path& store);

}  // namespace zrecord
