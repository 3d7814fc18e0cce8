#include <utility>

#include "benchmark/benchmark_subject.h"
#include "format/file_names.h"
#include "platform/file_system.h"
#include "platform/process_usage.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEndless = UINT64_C(1) << 40;
constexpr const char* kHeaderFileName = "meta.zr";

/// Opens a file, reads it whole and closes it.
Status readWhole(const std::filesystem::path& path, std::vector<std::byte>& memory)
{
    ZR_ASSIGN_OR_RETURN(const auto file, posixFileSystem().open(path, OpenMode::Read));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t size, file->size());
    memory.resize(size);
    return file->readAt(0, memory).status();
}

class OpenSubject final : public BenchmarkSubject {
public:
    explicit OpenSubject(const SubjectPlace& place) : m_place(place)
    {
        add("open", BenchmarkContender::Role::Way, [this](std::uint64_t) {
            ZR_ASSIGN_OR_RETURN(Store store, Store::open(m_place.path));
            return store.close();
        });
        add("limit: read headers", BenchmarkContender::Role::Limit, [this](std::uint64_t) {
            ZR_RETURN_IF_ERROR(readWhole(m_place.path / kHeaderFileName, m_memory));
            return readWhole(m_place.path / kStoreFileName, m_memory);
        });
    }

    [[nodiscard]] const std::vector<BenchmarkContender>& contenders() const override { return m_contenders; }
    [[nodiscard]] std::uint64_t batches() const override { return kEndless; }
    [[nodiscard]] std::uint64_t bytesPerBatch() const override { return 0; }

private:
    void add(const char* name, BenchmarkContender::Role role, std::function<Status(std::uint64_t)> work)
    {
        BenchmarkContender contender{name, role, std::move(work), {}, {}};
        if (m_place.options.cold)
            contender.prepare = [this]() -> Status {
                ZR_RETURN_IF_ERROR(dropCachedPages(m_place.path / kHeaderFileName));
                return dropCachedPages(m_place.path / kStoreFileName);
            };
        m_contenders.push_back(std::move(contender));
    }

    SubjectPlace m_place;
    std::vector<std::byte> m_memory;
    std::vector<BenchmarkContender> m_contenders;
};

}  // namespace

Result<std::unique_ptr<BenchmarkSubject>> makeOpenSubject(const SubjectPlace& place)
{
    return std::unique_ptr<BenchmarkSubject>(std::make_unique<OpenSubject>(place));
}

}  // namespace zrecord
