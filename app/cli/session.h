#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "standard_input.h"
#include "zrecord/operation_context.h"
#include "zrecord/progress.h"
#include "zrecord/status.h"

namespace zrecord::cli {

class Interruption;
class ProgressBar;

/// What a command works with: streams, whether a person watches, and the wish to stop. Lives as long as one run.
class Session {
public:
    struct Streams {
        int inDescriptor;
        int outDescriptor;  ///< what `out` writes to, or -1
        std::ostream& out;
        std::ostream& err;
        bool errIsTerminal = false;
    };

    /// `interruption` may be null (tests); not owned.
    Session(const Streams& streams, Interruption* interruption);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] StandardInput& in() { return m_in; }
    [[nodiscard]] std::ostream& out() const { return m_streams.out; }
    [[nodiscard]] std::ostream& err() const { return m_streams.err; }

    /// Whoever read the output through a pipe has seen enough and closed it.
    [[nodiscard]] bool readerLeft() const;

    [[nodiscard]] std::stop_token stopToken() const;
    /// Progress goes to the bar on the error stream, when that is a terminal, and is noted for withWhatWasDone().
    [[nodiscard]] OperationContext context();
    /// A Cancelled that does not say what had been done by then (cancelledAfter() does) with the last progress in its place; unchanged
    /// when nothing had been done.
    [[nodiscard]] Status withWhatWasDone(const Status& status) const;
    /// For loops that span several operations: counts of the whole instead of each part's.
    [[nodiscard]] OperationContext quietContext() const;
    void showProgress(const Progress& progress);
    void endProgress();
    /// A sentence on the error stream for what succeeds, but may not be what was meant.
    void note(const std::string& sentence);

private:
    Streams m_streams;
    Interruption* m_interruption;
    StandardInput m_in;
    std::unique_ptr<ProgressBar> m_bar;
    mutable std::mutex m_progressMutex;
    Progress m_lastProgress;
};

/// Cancelled with what had been done by then; `remedy` says how things stand.
Status cancelledAfter(std::string done, std::string remedy);

}  // namespace zrecord::cli
