#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "platform/file_cache.h"
#include "platform/file_map.h"

namespace zrecord {

/// One file as memory. Grows while it is read; an address once given out stays valid until MappedFiles::clear().
class MappedFile {
public:
    /// Bytes from the start that may be touched; what was there when the file's size was last asked for.
    [[nodiscard]] std::uint64_t usable() const noexcept { return m_usable.load(std::memory_order_acquire); }
    /// The start. Read after usable(): it then covers at least that many bytes.
    [[nodiscard]] const std::byte* data() const noexcept { return m_data.load(std::memory_order_acquire); }

private:
    friend class MappedFiles;
    std::atomic<const std::byte*> m_data{nullptr};
    std::atomic<std::uint64_t> m_usable{0};
    std::vector<FileMap> m_maps;  ///< the last one counts; earlier ones may still be in use
    bool m_refused = false;       ///< the system would not map it
};

/// The numbered files of one kind (chunks, or loc files) as memory. find() takes no lock, so that it can be asked for every
/// record. Maps live until clear(), which nobody may call while a reader holds an address.
class MappedFiles {
public:
    /// Files from this number on are never mapped.
    static constexpr std::uint64_t kLargestNumber = 65536;

    MappedFiles() = default;
    MappedFiles(const MappedFiles&) = delete;
    MappedFiles& operator=(const MappedFiles&) = delete;
    ~MappedFiles() { clear(); }

    /// Null until reach() was asked for the file.
    [[nodiscard]] const MappedFile* find(std::uint64_t number) const noexcept
    {
        if (number >= kLargestNumber)
            return nullptr;
        const Page* const page = m_pages[number / kPageFiles].load(std::memory_order_acquire);
        return page ? (*page)[number % kPageFiles].load(std::memory_order_acquire) : nullptr;
    }
    /// Maps the file as far as it goes today; true when that covers `bytes`. `headroom` maps beyond the end, for files that
    /// grow. False for good when the system refuses; false when the file is shorter.
    bool reach(std::uint64_t number, const SharedFile& file, std::uint64_t bytes, bool headroom);
    void clear() noexcept;

private:
    static constexpr std::size_t kPageFiles = 256;
    using Page = std::array<std::atomic<MappedFile*>, kPageFiles>;

    MappedFile& slot(std::uint64_t number);
    static bool extend(MappedFile& slot, const SharedFile& file, std::uint64_t size, bool headroom);

    std::array<std::atomic<Page*>, kLargestNumber / kPageFiles> m_pages{};
    mutable std::mutex m_mutex;
    std::vector<std::unique_ptr<Page>> m_ownedPages;    ///< guarded by m_mutex
    std::vector<std::unique_ptr<MappedFile>> m_ownedFiles;
};

}  // namespace zrecord
