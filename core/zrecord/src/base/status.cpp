#include "zrecord/status.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace zrecord {

struct Status::Detail {
    ErrorCode code;
    std::string what;
    std::string store;
    std::string file;
    std::string remedy;
    std::optional<std::uint64_t> offset;
    std::optional<std::uint64_t> record;
};

void Status::DetailDeleter::operator()(Detail* detail) const noexcept
{
    delete detail;
}

Status::Status(ErrorCode code, std::string what)
{
    if (code != ErrorCode::Ok)
        m_detail.reset(new Detail{code, std::move(what), {}, {}, {}, {}, {}});
}

Status::Status(const Status& other)
{
    if (other.m_detail)
        m_detail.reset(new Detail(*other.m_detail));
}

Status& Status::operator=(const Status& other)
{
    if (this != &other)
        *this = Status(other);
    return *this;
}

Status Status::fromErrno(int error, std::string what, bool writing)
{
    ErrorCode code = ErrorCode::IoError;
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        code = ErrorCode::NotFound;
        break;
    case EEXIST:
    case ENOTEMPTY:
        code = ErrorCode::AlreadyExists;
        break;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        code = ErrorCode::OutOfSpace;
        break;
    case EWOULDBLOCK:
        code = ErrorCode::Busy;
        break;
    case ENOMEM:
        code = ErrorCode::OutOfMemory;
        break;
    case EACCES:
    case EPERM:
    case EROFS:
        code = writing ? ErrorCode::ReadOnly : ErrorCode::IoError;
        break;
    default:
        break;
    }
    what += ": ";
    what += std::generic_category().message(error);
    return Status(code, std::move(what));
}

ErrorCode Status::code() const noexcept
{
    return m_detail ? m_detail->code : ErrorCode::Ok;
}

std::string_view Status::what() const noexcept
{
    return m_detail ? std::string_view(m_detail->what) : std::string_view();
}

std::string_view Status::store() const noexcept
{
    return m_detail ? std::string_view(m_detail->store) : std::string_view();
}

std::string_view Status::file() const noexcept
{
    return m_detail ? std::string_view(m_detail->file) : std::string_view();
}

std::optional<std::uint64_t> Status::offset() const noexcept
{
    return m_detail ? m_detail->offset : std::nullopt;
}

std::optional<std::uint64_t> Status::record() const noexcept
{
    return m_detail ? m_detail->record : std::nullopt;
}

std::string_view Status::remedy() const noexcept
{
    if (!m_detail)
        return {};
    return m_detail->remedy.empty() ? info().advice : std::string_view(m_detail->remedy);
}

std::string Status::message() const
{
    if (!m_detail)
        return {};
    std::string text = m_detail->what;
    std::string_view separator = " (";
    const auto add = [&](std::string_view label, std::string_view value) {
        text.append(separator).append(label).append(value);
        separator = ", ";
    };
    if (m_detail->record)
        add("record ", std::to_string(*m_detail->record));
    if (!m_detail->file.empty())
        add("file ", m_detail->file);
    if (m_detail->offset)
        add("offset ", std::to_string(*m_detail->offset));
    if (!m_detail->store.empty())
        add("store ", m_detail->store);
    if (separator.front() == ',')
        text += ')';
    text += ". ";
    text += remedy();
    return text;
}

Status&& Status::withStore(std::string_view path) &&
{
    if (m_detail && m_detail->store.empty())
        m_detail->store = path;
    return std::move(*this);
}

Status&& Status::withFile(std::string_view name) &&
{
    if (m_detail && m_detail->file.empty())
        m_detail->file = name;
    return std::move(*this);
}

Status&& Status::withFile(std::string_view name, std::uint64_t byteOffset) &&
{
    if (m_detail && m_detail->file.empty()) {
        m_detail->file = name;
        m_detail->offset = byteOffset;
    }
    return std::move(*this);
}

Status&& Status::withRecord(std::uint64_t index) &&
{
    if (m_detail && !m_detail->record)
        m_detail->record = index;
    return std::move(*this);
}

Status&& Status::withRemedy(std::string_view sentence) &&
{
    if (m_detail && m_detail->remedy.empty())
        m_detail->remedy = sentence;
    return std::move(*this);
}

}  // namespace zrecord
