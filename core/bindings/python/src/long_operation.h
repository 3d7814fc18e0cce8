#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <optional>
#include <utility>

#include "status_error.h"
#include "zrecord/operation_context.h"

namespace zrecord::python {

namespace nb = nanobind;

/// Work of this many bytes runs so that Ctrl-C ends it; less is over before anybody could press it.
inline constexpr std::size_t kLongWork = 64 << 20;

/// Runs `work` on a thread of its own, without the interpreter lock, and waits for it. Meanwhile signals are handled and
/// `progress(stage, done, total)` is called in this thread (total is None when unknown; progress itself may be None). When
/// either raises, the work is asked to stop, waited for, and the exception goes on. `work` must not throw.
void runLong(nb::handle progress, const std::function<void(const OperationContext&)>& work);

/// The result of an operation of the form Result<T>(context), run as a long one.
template <typename T, typename Work>
T longResult(nb::handle progress, const Work& work)
{
    std::optional<Result<T>> outcome;
    runLong(progress, [&](const OperationContext& context) { outcome.emplace(work(context)); });
    return take(std::move(*outcome));
}

}  // namespace zrecord::python
