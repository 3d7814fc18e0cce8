#pragma once

#include <memory>
#include <optional>

#include "exchange/byte_stream.h"
#include "zrecord/import_source.h"

namespace zrecord {

/// Records of one size, one after the other: npy in C order, idx, raw.
class DenseSource final : public ImportSource {
public:
    /// The stream stands at the first record. RecordTooLarge for records of no bytes or above 2^31.
    static Result<std::unique_ptr<ImportSource>> make(ImportDescription description, std::unique_ptr<PeekedStream> stream);

    [[nodiscard]] const ImportDescription& description() const override { return m_description; }
    Status next(ImportBatch& batch, std::uint64_t maxBytes) override;
    void close() override { m_stream.reset(); }

private:
    DenseSource(ImportDescription description, std::unique_ptr<PeekedStream> stream, std::uint64_t recordBytes)
        : m_description(std::move(description)), m_stream(std::move(stream)), m_recordBytes(recordBytes) {}

    const ImportDescription m_description;
    std::unique_ptr<PeekedStream> m_stream;
    const std::uint64_t m_recordBytes;
    std::uint64_t m_done = 0;
    bool m_ended = false;
};

/// The bytes of one record of a dense description; RecordTooLarge and the like as for a store.
Result<std::uint64_t> recordBytesOf(const ImportDescription& description);

Status closedSource();

}  // namespace zrecord
