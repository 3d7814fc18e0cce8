#include "descriptor_buffer.h"

#include <cerrno>

#include <unistd.h>

namespace zrecord::cli {

DescriptorBuffer::DescriptorBuffer(int descriptor) : m_descriptor(descriptor)
{
    setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
}

DescriptorBuffer::~DescriptorBuffer()
{
    flush();
    ::close(m_descriptor);
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character)
{
    if (!flush())
        return traits_type::eof();
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
        *pptr() = traits_type::to_char_type(character);
        pbump(1);
    }
    return traits_type::not_eof(character);
}

std::streamsize DescriptorBuffer::xsputn(const char* bytes, std::streamsize count)
{
    if (count < epptr() - pptr())
        return std::streambuf::xsputn(bytes, count);
    return flush() && put(bytes, static_cast<std::size_t>(count)) ? count : 0;
}

int DescriptorBuffer::sync()
{
    return flush() ? 0 : -1;
}

bool DescriptorBuffer::put(const char* bytes, std::size_t count)
{
    while (count > 0 && m_failure == 0) {
        const ssize_t written = ::write(m_descriptor, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            m_failure = errno;
            break;
        }
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
    return m_failure == 0;
}

bool DescriptorBuffer::flush()
{
    const bool done = put(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
    return done;
}

}  // namespace zrecord::cli
