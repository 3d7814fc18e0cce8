#include "exchange/inflate_stream.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include <zlib.h>

namespace zrecord {

namespace {

constexpr std::uint64_t kAlwaysAllowed = UINT64_C(16) << 20;

}  // namespace

std::uint64_t mayGrowTo(std::uint64_t packedBytes, std::uint32_t ratio) noexcept
{
    if (packedBytes > std::numeric_limits<std::uint64_t>::max() / std::max<std::uint32_t>(ratio, 1))
        return InflateStream::kNoLimit;
    return std::max(kAlwaysAllowed, packedBytes * ratio);
}

struct InflateStream::State {
    z_stream z{};
    bool ready = false;
    bool inputEnded = false;
    std::array<std::byte, 64 * 1024> input;
};

InflateStream::InflateStream(std::unique_ptr<ByteStream> packed, Kind kind, std::uint64_t mostBytes)
    : m_packed(std::move(packed)), m_state(std::make_unique<State>()), m_kind(kind), m_mostBytes(mostBytes)
{
    const int windowBits = kind == Kind::Gzip ? 15 + 16 : -15;
    m_state->ready = inflateInit2(&m_state->z, windowBits) == Z_OK;
}

InflateStream::~InflateStream()
{
    if (m_state->ready)
        inflateEnd(&m_state->z);
}

Status InflateStream::damaged(std::string what) const
{
    return badInput(name(), m_consumed - m_state->z.avail_in, std::move(what));
}

Status InflateStream::refill()
{
    if (m_state->z.avail_in > 0 || m_state->inputEnded)
        return Status::success();
    ZR_ASSIGN_OR_RETURN(const std::size_t got, m_packed->read(m_state->input));
    m_state->inputEnded = got < m_state->input.size();
    m_state->z.next_in = reinterpret_cast<Bytef*>(m_state->input.data());
    m_state->z.avail_in = static_cast<uInt>(got);
    m_consumed += got;
    return Status::success();
}

/// After a gzip member: the next one, zeros, or the end.
Status InflateStream::beginNextMember()
{
    bool padding = false;
    while (true) {
        ZR_RETURN_IF_ERROR(refill());
        if (m_state->z.avail_in == 0) {
            m_ended = true;
            return Status::success();
        }
        if (*m_state->z.next_in != 0)
            break;
        padding = true;
        ++m_state->z.next_in;
        --m_state->z.avail_in;
    }
    if (padding || m_kind == Kind::Deflate)
        return damaged("bytes follow the packed data");
    if (inflateReset(&m_state->z) != Z_OK)
        return Status(ErrorCode::Internal, "the decoder cannot be reset");
    return Status::success();
}

Result<std::size_t> InflateStream::read(std::span<std::byte> out)
{
    if (!m_state->ready)
        return Status(ErrorCode::OutOfMemory, "there is no memory for unpacking").withFile(name());
    std::size_t done = 0;
    while (done < out.size() && !m_ended) {
        ZR_RETURN_IF_ERROR(refill());
        const std::size_t room = std::min<std::size_t>(out.size() - done, std::numeric_limits<uInt>::max());
        m_state->z.next_out = reinterpret_cast<Bytef*>(out.data() + done);
        m_state->z.avail_out = static_cast<uInt>(room);
        const int result = inflate(&m_state->z, Z_NO_FLUSH);
        done += room - m_state->z.avail_out;
        m_produced += room - m_state->z.avail_out;
        if (m_produced > m_mostBytes)
            return Status(ErrorCode::BadFormat, "it unpacks to more than " + std::to_string(m_mostBytes) + " bytes, far more than files of this size hold")
                .withFile(name(), m_consumed - m_state->z.avail_in)
                .withRemedy("Unpack it first if you trust it, and read what comes out.");
        if (result == Z_STREAM_END) {
            ZR_RETURN_IF_ERROR(beginNextMember());
        } else if (result == Z_MEM_ERROR) {
            return Status(ErrorCode::OutOfMemory, "there is no memory for unpacking").withFile(name());
        } else if (result == Z_BUF_ERROR || (result == Z_OK && m_state->z.avail_out > 0 && m_state->z.avail_in == 0)) {
            if (m_state->inputEnded && m_state->z.avail_in == 0)
                return damaged("the packed data ends too early");
        } else if (result != Z_OK) {
            const char* reason = m_state->z.msg ? m_state->z.msg : "unknown form";
            return damaged("the packed data is damaged (" + std::string(reason) + ")");
        }
    }
    return done;
}

}  // namespace zrecord
