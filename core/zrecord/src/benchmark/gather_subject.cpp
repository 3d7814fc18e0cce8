#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/checksum.h"
#include "benchmark/benchmark_subject.h"
#include "benchmark/gather_limit.h"
#include "benchmark/peer_data.h"
#include "benchmark/record_plan.h"
#include "format/file_names.h"
#include "platform/process_usage.h"
#include "platform/work_folder.h"

namespace zrecord {
namespace {

using Role = BenchmarkContender::Role;

class GatherSubject final : public BenchmarkSubject {
public:
    explicit GatherSubject(const SubjectPlace& place) : m_place(place) {}

    Status make()
    {
        ZR_RETURN_IF_ERROR(openStores());
        ZR_ASSIGN_OR_RETURN(RecordPlan plan, RecordPlan::make(m_mapped->summary(), m_place.options, m_place.context));
        m_plan.emplace(std::move(plan));
        ZR_RETURN_IF_ERROR(makeLimit());
        std::uint64_t largest = 0;
        for (std::uint64_t b = 0; b < batches(); ++b)
            largest = std::max(largest, bytesOf(b));
        ZR_ASSIGN_OR_RETURN(m_memory, ResultMemory::take(largest));
        m_bytes = m_limit->plainBytesBefore(m_plan->all().size()) / batches();
        addWays();
        addLoops();
        return m_place.options.peers ? addPeers() : Status();
    }

    [[nodiscard]] const std::vector<BenchmarkContender>& contenders() const override { return m_contenders; }
    [[nodiscard]] std::uint64_t batches() const override { return m_plan->batches(); }
    [[nodiscard]] std::uint64_t bytesPerBatch() const override { return m_bytes; }
    [[nodiscard]] std::vector<std::string> notes() const override { return m_notes; }

private:
    Status openStores()
    {
        OpenOptions byCalls;
        byCalls.readMode = ReadMode::Pread;
        ZR_ASSIGN_OR_RETURN(Store mapped, Store::open(m_place.path));
        ZR_ASSIGN_OR_RETURN(Store read, Store::open(m_place.path, byCalls));
        m_mapped.emplace(std::move(mapped));
        m_read.emplace(std::move(read));
        return {};
    }

    Status makeLimit()
    {
        ZR_ASSIGN_OR_RETURN(GatherLimit limit, GatherLimit::make(*m_mapped, m_plan->all(), m_place.context));
        m_limit.emplace(std::move(limit));
        return {};
    }

    /// Pages stay cached while anything maps them, so everything is closed while they are dropped.
    Status cool()
    {
        const std::uint32_t chunks = m_mapped->summary().chunks;
        m_limit.reset();
        m_read.reset();
        m_mapped.reset();
        for (std::uint32_t number = 0; number < chunks; ++number)
            ZR_RETURN_IF_ERROR(dropCachedPages(m_place.path / chunkFileName(number)));
        ZR_RETURN_IF_ERROR(openStores());
        return makeLimit();
    }

    [[nodiscard]] std::uint64_t bytesOf(std::uint64_t number) const
    {
        const std::uint64_t first = number % batches() * m_plan->batch();
        return m_limit->plainBytesBefore(first + m_plan->batch()) - m_limit->plainBytesBefore(first);
    }

    void add(std::string name, Role role, std::function<Status(std::uint64_t)> work)
    {
        BenchmarkContender contender{std::move(name), role, std::move(work), {}, {}};
        if (role != Role::Part)
            contender.check = [this, work = contender.work](std::uint64_t number) -> Result<std::uint64_t> {
                ZR_RETURN_IF_ERROR(work(number));
                return checksumOf({m_memory.data(), bytesOf(number)});
            };
        if (m_place.options.cold)
            contender.prepare = [this] { return cool(); };
        m_contenders.push_back(std::move(contender));
    }

    void addWays()
    {
        const auto way = [this](std::optional<Store>& store) {
            return [this, &store](std::uint64_t number) { return gatherInto(*store, m_plan->indices(number), m_memory, m_place.context).status(); };
        };
        add("map", Role::Way, way(m_mapped));
        add("pread", Role::Way, way(m_read));
    }

    void addLoop(const char* name, Role role, GatherLimit::Kind kind)
    {
        add(name, role, [this, kind](std::uint64_t number) {
            return m_limit->run(kind, number % batches() * m_plan->batch(), m_plan->batch(), m_memory.data(), m_place.context);
        });
    }

    void addLoops()
    {
        addLoop("part: read", Role::Part, GatherLimit::Kind::Touch);
        if (m_mapped->summary().codec == Codec::Raw) {
            addLoop("limit: memcpy", Role::Limit, GatherLimit::Kind::Copy);
            addLoop("limit: pread", Role::Limit, GatherLimit::Kind::Pread);
        } else {
            addLoop("limit: libzstd", Role::Limit, GatherLimit::Kind::Decode);
        }
    }

    /// Whoever cannot be had is left out with a note; only a stop stops.
    Status addPeers()
    {
        ZR_ASSIGN_OR_RETURN(WorkFolder folder, WorkFolder::create(m_place.options.workFolder, "zr-bench-"));
        m_folder.emplace(std::move(folder));
        ZR_RETURN_IF_ERROR(writePeerData(*m_mapped, *m_plan, m_folder->path(), m_place.context));
        const Codec codec = m_mapped->summary().codec;
        auto process = PeerProcess::start(m_place.options.python, m_folder->path(), codecName(codec == Codec::Raw ? codec : Codec::Zstd), m_place.context.stop);
        if (process.status().code() == ErrorCode::Cancelled)
            return process.status();
        if (!process.ok()) {
            m_notes.emplace_back("other packages are left out: " + std::string(process.status().what()));
            return {};
        }
        m_peers.emplace(std::move(process).value());
        m_notes = m_peers->notes();
        for (std::size_t i = 0; i < m_peers->peers().size(); ++i) {
            BenchmarkContender contender{m_peers->peers()[i].name, Role::Peer, {}, {}, {}};
            contender.remote = [this, i](std::uint64_t first, std::uint64_t batches, std::uint64_t singles) {
                return m_peers->turn(i, first, std::min(batches, m_peers->peers()[i].batches), singles, m_place.context.stop);
            };
            m_contenders.push_back(std::move(contender));
        }
        return {};
    }

    SubjectPlace m_place;
    std::optional<WorkFolder> m_folder;
    std::optional<PeerProcess> m_peers;  ///< gone before its folder
    std::vector<std::string> m_notes;
    std::optional<Store> m_mapped;
    std::optional<Store> m_read;
    std::optional<RecordPlan> m_plan;
    std::optional<GatherLimit> m_limit;
    ResultMemory m_memory;
    std::uint64_t m_bytes = 0;
    std::vector<BenchmarkContender> m_contenders;
};

}  // namespace

Result<std::unique_ptr<BenchmarkSubject>> makeGatherSubject(const SubjectPlace& place)
{
    auto subject = std::make_unique<GatherSubject>(place);
    ZR_RETURN_IF_ERROR(subject->make());
    return std::unique_ptr<BenchmarkSubject>(std::move(subject));
}

}  // namespace zrecord
