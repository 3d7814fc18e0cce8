#pragma once

#include <array>
#include <streambuf>

namespace zrecord::cli {

/// Stream buffer over a file descriptor that it owns. Unlike std::filebuf it remembers why a write failed.
class DescriptorBuffer : public std::streambuf {
public:
    explicit DescriptorBuffer(int descriptor);
    ~DescriptorBuffer() override;
    DescriptorBuffer(const DescriptorBuffer&) = delete;
    DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// errno of the first write that failed; 0 when all went well.
    [[nodiscard]] int failure() const { return m_failure; }

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* bytes, std::streamsize count) override;
    int sync() override;

private:
    bool put(const char* bytes, std::size_t count);
    bool flush();

    int m_descriptor;
    int m_failure = 0;
    std::array<char, 65536> m_bytes;
};

}  // namespace zrecord::cli
