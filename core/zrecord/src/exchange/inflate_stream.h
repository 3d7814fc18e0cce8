#pragma once

#include <memory>

#include "exchange/byte_stream.h"

namespace zrecord {

/// Unpacks while reading. Gzip: any number of members, checksums verified, zero padding at the end allowed. Deflate: one bare
/// stream, as inside a zip. BadFormat for damaged or cut input.
class InflateStream final : public ByteStream {
public:
    enum class Kind { Gzip, Deflate };
    InflateStream(std::unique_ptr<ByteStream> packed, Kind kind);
    ~InflateStream() override;

    Result<std::size_t> read(std::span<std::byte> out) override;
    [[nodiscard]] const std::string& name() const override { return m_packed->name(); }

private:
    struct State;
    Status refill();
    Status beginNextMember();
    [[nodiscard]] Status damaged(std::string what) const;

    std::unique_ptr<ByteStream> m_packed;
    std::unique_ptr<State> m_state;
    const Kind m_kind;
    std::uint64_t m_consumed = 0;  ///< packed bytes handed to the decoder
    bool m_ended = false;
};

}  // namespace zrecord
