#pragma once

#include "argument_parser.h"
#include "exit_code.h"
#include "session.h"

namespace zrecord::cli {

/// One word after `zr`. An object serves one run: declare() binds its options, run() does the work.
class Command {
public:
    virtual ~Command() = default;
    [[nodiscard]] virtual ArgumentParser::Description description() const = 0;
    virtual void declare(ArgumentParser& parser) = 0;
    /// The exit status of a run that did what was asked, kExitOk or kExitFindings; failures are statuses.
    virtual Result<int> run(Session& session) = 0;
};

}  // namespace zrecord::cli
