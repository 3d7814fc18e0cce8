#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchmark/peer_process.h"
#include "zrecord/benchmark.h"

namespace zrecord {

/// One way to do the work, or a bare loop beside it.
struct BenchmarkContender {
    std::string name;
    enum class Role : std::uint8_t { Way, Limit, Part, Peer };
    Role role = Role::Way;
    /// Does batch `number`, which may grow for ever: the plan begins anew after its last one.
    std::function<Status(std::uint64_t number)> work;
    /// XXH3-64 of what work(number) made; empty where there is nothing to compare.
    std::function<Result<std::uint64_t>(std::uint64_t number)> check;
    /// Not timed, before each turn; may be empty.
    std::function<Status()> prepare;
    /// Another package, in a process that times itself: the first batch, how many at most, and how many single ones after them.
    /// Takes the place of work and check.
    std::function<Result<PeerProcess::Turn>(std::uint64_t first, std::uint64_t batches, std::uint64_t singles)> remote = {};
};

/// What is measured: ways that all do the same piece of work on one store. Used by one thread.
class BenchmarkSubject {
public:
    virtual ~BenchmarkSubject() = default;
    [[nodiscard]] virtual const std::vector<BenchmarkContender>& contenders() const = 0;
    /// Different batches that there are.
    [[nodiscard]] virtual std::uint64_t batches() const = 0;
    [[nodiscard]] virtual std::uint64_t bytesPerBatch() const = 0;
    /// What was left out, and why.
    [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
};

/// `options.batch` is at most the records of the store at `path`, which has some. `context` is without progress and outlives
/// the subject, like the path.
struct SubjectPlace {
    const std::filesystem::path& path;
    const BenchmarkOptions& options;
    const OperationContext& context;
};
Result<std::unique_ptr<BenchmarkSubject>> makeGatherSubject(const SubjectPlace& place);
Result<std::unique_ptr<BenchmarkSubject>> makeAppendSubject(const SubjectPlace& place);
Result<std::unique_ptr<BenchmarkSubject>> makeLoaderSubject(const SubjectPlace& place);
Result<std::unique_ptr<BenchmarkSubject>> makeSamplerSubject(const SubjectPlace& place);
Result<std::unique_ptr<BenchmarkSubject>> makeOpenSubject(const SubjectPlace& place);

}  // namespace zrecord
