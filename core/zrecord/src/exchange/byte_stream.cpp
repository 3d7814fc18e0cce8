#include "exchange/byte_stream.h"

#include <algorithm>
#include <array>

namespace zrecord {
namespace {

/// What is allocated on a file's word alone; afterwards as much again as has arrived.
constexpr std::uint64_t kFirstPiece = 16U << 20U;

}  // namespace

Status badInput(const std::string& name, std::uint64_t offset, std::string what, std::string_view remedy)
{
    return Status(ErrorCode::BadFormat, std::move(what))
        .withFile(name, offset)
        .withRemedy(remedy.empty() ? "Check that the file is complete and of the format that it was taken for." : remedy);
}

Result<std::span<const std::byte>> PeekedStream::peek(std::size_t count)
{
    const std::size_t there = m_ahead.size() - m_taken;
    if (there < count) {
        m_ahead.erase(m_ahead.begin(), m_ahead.begin() + static_cast<std::ptrdiff_t>(m_taken));
        m_taken = 0;
        m_ahead.resize(count);
        ZR_ASSIGN_OR_RETURN(const std::size_t got, m_inner->read(std::span(m_ahead).subspan(there)));
        m_ahead.resize(there + got);
    }
    const std::span<const std::byte> ahead = std::span<const std::byte>(m_ahead).subspan(m_taken);
    return ahead.first(std::min(ahead.size(), count));
}

Result<std::size_t> PeekedStream::read(std::span<std::byte> out)
{
    const std::size_t ahead = std::min(out.size(), m_ahead.size() - m_taken);
    std::copy_n(m_ahead.begin() + static_cast<std::ptrdiff_t>(m_taken), ahead, out.begin());
    m_taken += ahead;
    std::size_t got = 0;
    if (ahead < out.size()) {
        ZR_ASSIGN_OR_RETURN(got, m_inner->read(out.subspan(ahead)));
    }
    m_position += ahead + got;
    return ahead + got;
}

Status PeekedStream::endsTooEarly(std::uint64_t missing) const
{
    return badInput(name(), m_position, "the file ends too early: " + std::to_string(missing) + " more bytes are needed");
}

Status PeekedStream::readExactly(std::span<std::byte> out)
{
    ZR_ASSIGN_OR_RETURN(const std::size_t got, read(out));
    return got < out.size() ? endsTooEarly(out.size() - got) : Status::success();
}

Result<std::size_t> PeekedStream::append(std::vector<std::byte>& to, std::uint64_t most)
{
    std::uint64_t done = 0;
    while (done < most) {
        const std::size_t at = to.size();
        const auto piece = static_cast<std::size_t>(std::min(most - done, std::max<std::uint64_t>(kFirstPiece, done)));
        to.resize(at + piece);
        const Result<std::size_t> got = read(std::span(to).subspan(at));
        to.resize(at + (got ? *got : 0));
        if (!got)
            return got.status();
        done += *got;
        if (*got < piece)
            break;
    }
    return static_cast<std::size_t>(done);
}

Status PeekedStream::appendExactly(std::vector<std::byte>& to, std::uint64_t count)
{
    ZR_ASSIGN_OR_RETURN(const std::size_t got, append(to, count));
    return got < count ? endsTooEarly(count - got) : Status::success();
}

Status PeekedStream::skip(std::size_t count)
{
    std::array<std::byte, 4096> scratch;
    while (count > 0) {
        const std::size_t part = std::min(count, scratch.size());
        ZR_RETURN_IF_ERROR(readExactly(std::span(scratch).first(part)));
        count -= part;
    }
    return Status::success();
}

Status PeekedStream::expectEnd()
{
    ZR_ASSIGN_OR_RETURN(const std::span<const std::byte> more, peek(1));
    return more.empty() ? Status::success() : badInput(name(), m_position, "bytes follow the last record");
}

}  // namespace zrecord
