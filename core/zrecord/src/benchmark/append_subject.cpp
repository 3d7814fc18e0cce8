#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "benchmark/benchmark_subject.h"
#include "benchmark/record_plan.h"
#include "platform/file_system.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

using Role = BenchmarkContender::Role;
constexpr std::uint64_t kKept = UINT64_C(64) << 20;  // bytes of records that are held in memory

/// The records of one batch as append() takes them.
struct HeldBatch {
    std::vector<std::byte> bytes;
    RaggedLayout layout;                  ///< ragged only
    std::vector<RaggedRecord> records;    ///< ragged only; into the two above
};

class AppendSubject final : public BenchmarkSubject {
public:
    explicit AppendSubject(const SubjectPlace& place) : m_place(place) {}
    ~AppendSubject() override { removeAll(); }

    Status make()
    {
        ZR_RETURN_IF_ERROR(holdBatches());
        ZR_RETURN_IF_ERROR(makeFolder());
        std::vector<Codec> codecs{Codec::Raw, Codec::Zstd};
        if (!m_description.dictionary.empty())
            codecs.push_back(Codec::ZstdDict);
        for (const Codec codec : codecs)
            m_contenders.push_back({std::string(codecName(codec)), Role::Way, [this](std::uint64_t number) { return append(number); }, {}, [this, codec] { return renewStore(codec); }});
        m_contenders.push_back({"limit: write", Role::Limit, [this](std::uint64_t number) { return write(number); }, {}, [this] { return renewFile(); }});
        return {};
    }

    [[nodiscard]] const std::vector<BenchmarkContender>& contenders() const override { return m_contenders; }
    [[nodiscard]] std::uint64_t batches() const override { return m_batches.size(); }
    [[nodiscard]] std::uint64_t bytesPerBatch() const override { return m_bytes / m_batches.size(); }

private:
    Status holdBatches()
    {
        ZR_ASSIGN_OR_RETURN(const Store store, Store::open(m_place.path));
        const StoreSummary& summary = store.summary();
        m_description = {summary.kind, summary.dtype, summary.itemShape, summary.codec, {store.dictionary().begin(), store.dictionary().end()}};
        ZR_ASSIGN_OR_RETURN(const RecordPlan plan, RecordPlan::make(summary, m_place.options, m_place.context));
        ResultMemory memory;
        for (std::uint64_t b = 0; b < plan.batches() && (b == 0 || m_bytes < kKept); ++b) {
            HeldBatch held;
            ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, gatherInto(store, plan.indices(b), memory, m_place.context));
            held.bytes.assign(memory.data(), memory.data() + bytes);
            if (summary.kind == StoreKind::Ragged) {
                ZR_ASSIGN_OR_RETURN(held.layout, store.layout(plan.indices(b), m_place.context));
            }
            m_bytes += bytes;
            m_batches.push_back(std::move(held));
        }
        for (HeldBatch& held : m_batches)
            for (std::size_t i = 0; i < held.layout.size(); ++i)
                held.records.push_back({std::span(held.bytes).subspan(held.layout.offsets[i], held.layout.offsets[i + 1] - held.layout.offsets[i]), held.layout.shape(i)});
        return {};
    }

    Status makeFolder()
    {
        std::error_code error;
        const std::filesystem::path base = m_place.options.workFolder.empty() ? std::filesystem::temp_directory_path(error) : m_place.options.workFolder;
        m_folder = base / ("zr-bench-" + std::to_string(posixFileSystem().randomNumber()));
        return posixFileSystem().createFolders(m_folder);
    }

    void removeAll()
    {
        m_store.reset();
        m_file.reset();
        std::error_code ignored;
        if (!m_folder.empty())
            std::filesystem::remove_all(m_folder, ignored);
    }

    Status renewStore(Codec codec)
    {
        removeAll();
        StoreDescription description = m_description;
        description.codec = codec;
        if (codec != Codec::ZstdDict)
            description.dictionary.clear();
        ZR_ASSIGN_OR_RETURN(Store store, Store::create(m_folder / "store", description));
        m_store.emplace(std::move(store));
        return {};
    }

    Status renewFile()
    {
        removeAll();
        ZR_RETURN_IF_ERROR(posixFileSystem().createFolders(m_folder));
        ZR_ASSIGN_OR_RETURN(m_file, posixFileSystem().open(m_folder / "file", OpenMode::CreateNew));
        m_end = 0;
        return {};
    }

    Status append(std::uint64_t number)
    {
        const HeldBatch& held = m_batches[number % m_batches.size()];
        return m_description.kind == StoreKind::Dense ? m_store->append(held.bytes, m_place.context).status() : m_store->append(held.records, m_place.context).status();
    }

    Status write(std::uint64_t number)
    {
        const HeldBatch& held = m_batches[number % m_batches.size()];
        ZR_RETURN_IF_ERROR(m_file->writeAt(m_end, held.bytes));
        m_end += held.bytes.size();
        return {};
    }

    SubjectPlace m_place;
    StoreDescription m_description;
    std::vector<HeldBatch> m_batches;
    std::uint64_t m_bytes = 0;
    std::filesystem::path m_folder;
    std::optional<Store> m_store;
    std::unique_ptr<File> m_file;
    std::uint64_t m_end = 0;
    std::vector<BenchmarkContender> m_contenders;
};

}  // namespace

Result<std::unique_ptr<BenchmarkSubject>> makeAppendSubject(const SubjectPlace& place)
{
    auto subject = std::make_unique<AppendSubject>(place);
    ZR_RETURN_IF_ERROR(subject->make());
    return std::unique_ptr<BenchmarkSubject>(std::move(subject));
}

}  // namespace zrecord
