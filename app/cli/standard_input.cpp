#include "standard_input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <unistd.h>

namespace zrecord::cli {
namespace {

constexpr std::size_t kBuffer = 1 << 16;
constexpr int kPollMilliseconds = 100;

}  // namespace

Result<bool> StandardInput::fill()
{
    for (;;) {
        if (m_stop.stop_requested())
            return Status(ErrorCode::Cancelled, "cancelled while reading standard input");
        pollfd wait{m_descriptor, POLLIN, 0};
        const int ready = poll(&wait, 1, kPollMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        m_buffer.resize(kBuffer);
        const ssize_t got = ::read(m_descriptor, m_buffer.data(), m_buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            return Status::fromErrno(errno, "standard input cannot be read");
        m_buffer.resize(static_cast<std::size_t>(got));
        m_at = 0;
        return got != 0;
    }
}

Result<std::size_t> StandardInput::read(std::span<std::byte> out)
{
    std::size_t done = 0;
    while (done < out.size()) {
        if (m_at == m_buffer.size()) {
            ZR_ASSIGN_OR_RETURN(const bool more, fill());
            if (!more)
                break;
        }
        const std::size_t take = std::min(out.size() - done, m_buffer.size() - m_at);
        std::memcpy(out.data() + done, m_buffer.data() + m_at, take);
        m_at += take;
        done += take;
    }
    return done;
}

Result<bool> StandardInput::readLine(std::string& line)
{
    line.clear();
    bool any = false;
    for (;;) {
        if (m_at == m_buffer.size()) {
            ZR_ASSIGN_OR_RETURN(const bool more, fill());
            if (!more)
                return any;
        }
        any = true;
        const auto begin = m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at);
        const auto end = std::find(begin, m_buffer.end(), '\n');
        line.append(begin, end);
        m_at = static_cast<std::size_t>(end - m_buffer.begin());
        if (end != m_buffer.end()) {
            ++m_at;
            return true;
        }
    }
}

}  // namespace zrecord::cli
