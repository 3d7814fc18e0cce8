#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "zrecord/error_code.h"
#include "zrecord/export.h"

namespace zrecord {

/// Success, or a code with a message and the place where it happened. One pointer wide; success allocates nothing.
/// The first failure wins: each layer adds what it knows (store, file, record) while the status rises, and a place
/// that is already filled in is kept. Copyable; a const Status may be read from several threads.
class [[nodiscard]] ZRECORD_EXPORT Status {
public:
    Status() noexcept = default;
    Status(ErrorCode code, std::string what);
    Status(const Status& other);
    Status(Status&&) noexcept = default;
    Status& operator=(const Status& other);
    Status& operator=(Status&&) noexcept = default;
    ~Status() = default;

    static Status success() noexcept { return {}; }
    /// Maps errno: ENOENT → NotFound, EACCES/EPERM/EROFS → ReadOnly or IoError by `writing`, ENOSPC/EDQUOT → OutOfSpace, …
    static Status fromErrno(int error, std::string what, bool writing = false);

    [[nodiscard]] bool ok() const noexcept { return m_detail == nullptr; }
    [[nodiscard]] ErrorCode code() const noexcept;
    [[nodiscard]] const ErrorInfo& info() const noexcept { return errorInfo(code()); }

    /// What went wrong, without the place: "offset + size reaches past the end of the chunk".
    [[nodiscard]] std::string_view what() const noexcept;
    /// Everything in one line: what, store, file and offset, record, remedy. Empty for success.
    [[nodiscard]] std::string message() const;

    [[nodiscard]] std::string_view store() const noexcept;
    [[nodiscard]] std::string_view file() const noexcept;
    [[nodiscard]] std::optional<std::uint64_t> offset() const noexcept;  ///< bytes from the start of file()
    [[nodiscard]] std::optional<std::uint64_t> record() const noexcept;  ///< logical record index
    [[nodiscard]] std::string_view remedy() const noexcept;              ///< falls back to the table's advice

    Status&& withStore(std::string_view path) &&;
    Status&& withFile(std::string_view name) &&;
    Status&& withFile(std::string_view name, std::uint64_t byteOffset) &&;
    Status&& withRecord(std::uint64_t index) &&;
    Status&& withRemedy(std::string_view sentence) &&;

private:
    struct Detail;
    struct DetailDeleter {
        void operator()(Detail* detail) const noexcept;
    };
    std::unique_ptr<Detail, DetailDeleter> m_detail;
};

}  // namespace zrecord
