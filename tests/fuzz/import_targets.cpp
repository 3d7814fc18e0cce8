#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz_targets.h"
#include "zrecord/import_source.h"

namespace zrecord::fuzz {
namespace {

/// One file for each process, in memory, written anew for each input.
class InputInMemory {
public:
    InputInMemory() : m_descriptor(::memfd_create("fuzz-input", MFD_CLOEXEC)), m_path("/proc/self/fd/" + std::to_string(m_descriptor))
    {
        require(m_descriptor >= 0, "there is a file in memory");
    }
    ~InputInMemory() { ::close(m_descriptor); }
    InputInMemory(const InputInMemory&) = delete;
    InputInMemory& operator=(const InputInMemory&) = delete;

    const std::filesystem::path& hold(std::span<const std::byte> input) const
    {
        require(::ftruncate(m_descriptor, 0) == 0 && ::pwrite(m_descriptor, input.data(), input.size(), 0) == static_cast<ssize_t>(input.size()),
                "the input can be written");
        return m_path;
    }

private:
    int m_descriptor;
    std::filesystem::path m_path;
};

void import(std::span<const std::byte> input, ImportFormat format)
{
    static const InputInMemory file;
    ImportOptions options;
    options.format = format;
    const auto source = openImportSource(file.hold(input), options);
    if (!source.ok())
        return;
    constexpr std::uint64_t kMost = std::uint64_t{8} << 20;
    ImportBatch batch;
    std::uint64_t bytes = 0;
    while (bytes < kMost && (*source)->next(batch, 1 << 16).ok() && batch.records > 0) {
        const ImportDescription& description = (*source)->description();
        if (description.kind == StoreKind::Ragged)
            require(batch.layout.size() == batch.records && batch.layout.offsets.back() == batch.bytes.size(), "the layout of a batch fits its bytes");
        bytes += batch.bytes.size() + batch.records;
    }
}

}  // namespace

void fuzzNpy(std::span<const std::byte> input) { import(input, ImportFormat::Npy); }
void fuzzNpz(std::span<const std::byte> input) { import(input, ImportFormat::Npz); }
void fuzzText(std::span<const std::byte> input) { import(input, ImportFormat::Text); }
void fuzzIdx(std::span<const std::byte> input) { import(input, ImportFormat::Idx); }

}  // namespace zrecord::fuzz
