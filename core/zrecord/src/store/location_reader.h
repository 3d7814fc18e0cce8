#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "format/location_entry.h"
#include "store/store_files.h"

namespace zrecord {

/// Reads the record table in as few calls as the indices allow. Nothing is judged here. One thread at a time; cheap to make.
class LocationReader {
public:
    explicit LocationReader(StoreFiles& files) : m_files(files) {}

    /// Entries first, first + 1, … of the physical table; BadFormat when a loc file ends early.
    Status read(std::uint64_t first, std::span<LocationEntry> out);
    /// `perRecord` (1, or 2 for ragged stores) entries of each logical record, in request order.
    Status readRecords(std::span<const std::uint64_t> records, unsigned perRecord, std::span<LocationEntry> out);

private:
    Status readWindow(std::span<const std::uint64_t> records, unsigned perRecord, std::uint64_t lowest, std::uint64_t highest,
                      std::span<LocationEntry> out);

    StoreFiles& m_files;
    std::uint64_t m_number = 0;
    std::shared_ptr<const SharedFile> m_file;
    std::vector<LocationEntry> m_window;
};

}  // namespace zrecord
