#include "platform/copy_rate.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <new>

namespace zrecord {
namespace {

constexpr std::size_t kPiece = std::size_t{4} << 20;  // the device is waited for after each
constexpr std::size_t kMost = std::size_t{16} << 20;
constexpr std::chrono::milliseconds kPatience{250};

class Descriptor {
public:
    explicit Descriptor(int number) noexcept : m_number(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    [[nodiscard]] int get() const noexcept { return m_number; }

private:
    int m_number;
};

}  // namespace

double measureCopyRate(const std::filesystem::path& file, const std::stop_token& stop) noexcept
{
    using Clock = std::chrono::steady_clock;
    const Descriptor from(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    const Descriptor to(::open(file.parent_path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
    const std::unique_ptr<std::byte[]> piece(new (std::nothrow) std::byte[kPiece]);
    if (from.get() < 0 || to.get() < 0 || !piece)
        return 0;
    const Clock::time_point start = Clock::now();
    std::size_t copied = 0;
    while (copied < kMost && Clock::now() - start < kPatience) {
        const ::ssize_t got = ::pread(from.get(), piece.get(), kPiece, static_cast<::off_t>(copied));
        if (got <= 0)
            break;
        if (stop.stop_requested() || ::pwrite(to.get(), piece.get(), static_cast<std::size_t>(got), static_cast<::off_t>(copied)) != got || ::fdatasync(to.get()) != 0)
            return 0;
        copied += static_cast<std::size_t>(got);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return copied == 0 || seconds <= 0 ? 0 : static_cast<double>(copied) / seconds;
}

}  // namespace zrecord
