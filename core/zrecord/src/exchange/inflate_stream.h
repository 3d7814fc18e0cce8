#pragma once

#include <cstdint>
#include <memory>

#include "exchange/byte_stream.h"

namespace zrecord {

/// Unpacks while reading. Gzip: any number of members, checksums verified, zero padding at the end allowed. Deflate: one bare
/// stream, as inside a zip. BadFormat for damaged or cut input.
class InflateStream final : public ByteStream {
public:
    enum class Kind { Gzip, Deflate };
    static constexpr std::uint64_t kNoLimit = UINT64_MAX;
    /// BadFormat as soon as it unpacks to more than `mostBytes`.
    InflateStream(std::unique_ptr<ByteStream> packed, Kind kind, std::uint64_t mostBytes = kNoLimit);
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
    const std::uint64_t m_mostBytes;
    std::uint64_t m_consumed = 0;  ///< packed bytes handed to the decoder
    std::uint64_t m_produced = 0;
    bool m_ended = false;
};

/// How many bytes so many packed ones may become, at `ratio` : 1. A few MiB are always allowed: they harm nobody, and repeated bytes
/// shrink to a thousandth.
[[nodiscard]] std::uint64_t mayGrowTo(std::uint64_t packedBytes, std::uint32_t ratio) noexcept;

}  // namespace zrecord
