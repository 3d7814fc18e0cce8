#pragma once

#include <cassert>
#include <type_traits>
#include <utility>
#include <variant>

#include "zrecord/status.h"

namespace zrecord {

/// A value or the Status that says why there is none. Reading the value of a failed Result is a programming error.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Status status) : m_state(std::in_place_index<1>, std::move(status)) { assert(!std::get<1>(m_state).ok()); }

    [[nodiscard]] bool ok() const noexcept { return m_state.index() == 0; }
    explicit operator bool() const noexcept { return ok(); }

    [[nodiscard]] Status status() const& { return ok() ? Status() : std::get<1>(m_state); }
    [[nodiscard]] Status status() && { return ok() ? Status() : std::move(std::get<1>(m_state)); }
    [[nodiscard]] ErrorCode code() const noexcept { return ok() ? ErrorCode::Ok : std::get<1>(m_state).code(); }

    T& value() & { return std::get<0>(m_state); }
    const T& value() const& { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

private:
    std::variant<T, Status> m_state;
};

}  // namespace zrecord

#define ZR_CONCAT_INNER(a, b) a##b
#define ZR_CONCAT(a, b) ZR_CONCAT_INNER(a, b)

/// Leaves the function with the failure of a Status expression.
#define ZR_RETURN_IF_ERROR(expression)                                  \
    do {                                                                \
        if (::zrecord::Status zrStatus = (expression); !zrStatus.ok())  \
            return zrStatus;                                            \
    } while (false)

/// Declares or assigns `target` from a Result expression, or leaves the function with its failure.
#define ZR_ASSIGN_OR_RETURN(target, expression) ZR_ASSIGN_OR_RETURN_INNER(ZR_CONCAT(zrResult, __LINE__), target, expression)
#define ZR_ASSIGN_OR_RETURN_INNER(result, target, expression) \
    auto result = (expression);                               \
    if (!result.ok())                                         \
        return std::move(result).status();                    \
    target = std::move(result).value()
