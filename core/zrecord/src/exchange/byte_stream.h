#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/result.h"

namespace zrecord {

/// Bytes that come one after the other. One thread.
class ByteStream {
public:
    virtual ~ByteStream() = default;
    /// Fills `out` unless the stream ends before; 0 for a non-empty `out` only at the end.
    virtual Result<std::size_t> read(std::span<std::byte> out) = 0;
    /// For messages: the file, and the member inside it.
    [[nodiscard]] virtual const std::string& name() const = 0;
};

/// BadFormat about an imported file: it is no store, so the table's advice would mislead. Without a remedy of its own it says to
/// check the file.
Status badInput(const std::string& name, std::uint64_t offset, std::string what, std::string_view remedy = {});

/// A stream whose first bytes can be looked at before they are read; counts what was read.
class PeekedStream final : public ByteStream {
public:
    explicit PeekedStream(std::unique_ptr<ByteStream> inner) : m_inner(std::move(inner)) {}

    /// Up to `count` bytes that the next read() returns again; fewer when the stream is shorter.
    Result<std::span<const std::byte>> peek(std::size_t count);
    Result<std::size_t> read(std::span<std::byte> out) override;
    /// BadFormat when the stream ends before.
    Status readExactly(std::span<std::byte> out);
    /// Appends up to `most` bytes, fewer at the end, and returns their number. The memory grows as the bytes arrive: a size
    /// that a file merely claims is never allocated.
    Result<std::size_t> append(std::vector<std::byte>& to, std::uint64_t most);
    /// BadFormat when the stream ends before.
    Status appendExactly(std::vector<std::byte>& to, std::uint64_t count);
    Status skip(std::size_t count);
    /// BadFormat when bytes follow.
    Status expectEnd();
    [[nodiscard]] const std::string& name() const override { return m_inner->name(); }
    [[nodiscard]] std::uint64_t position() const noexcept { return m_position; }

private:
    [[nodiscard]] Status endsTooEarly(std::uint64_t missing) const;

    std::unique_ptr<ByteStream> m_inner;
    std::vector<std::byte> m_ahead;
    std::size_t m_taken = 0;
    std::uint64_t m_position = 0;
};

}  // namespace zrecord
