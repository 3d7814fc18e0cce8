#pragma once

#include <stop_token>

#include "zrecord/executor.h"
#include "zrecord/progress.h"

namespace zrecord {

/// What a long operation needs from its caller; always the last argument. The default runs on the process-wide pool,
/// reports nothing and cannot be stopped. When stopped, an operation ends within 200 ms with ErrorCode::Cancelled.
struct OperationContext {
    std::stop_token stop;
    ProgressSink progress;
    Executor* executor = nullptr;  ///< not owned; nullptr = defaultExecutor()

    [[nodiscard]] Executor& pool() const { return executor ? *executor : defaultExecutor(); }
};

}  // namespace zrecord
