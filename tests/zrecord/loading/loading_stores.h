#pragma once

#include <QString>
#include <QTemporaryDir>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "zrecord/data_loader.h"
#include "zrecord/store.h"

namespace zrecord::test {

/// A folder with index-aligned stores whose records are known by their number. Every record differs from all others.
class LoadingStores {
public:
    /// Dense uint8 records of `width` bytes.
    Store& addDense(const std::string& name, std::uint64_t records, std::uint64_t width, Codec codec = Codec::Raw);
    /// Ragged uint16 records of ranks 0 to 2.
    Store& addRagged(const std::string& name, std::uint64_t records, Codec codec = Codec::Raw);
    /// Makes the decoding of a record fail, or its reading where nothing is decoded.
    void damage(std::size_t store, std::uint64_t record);

    [[nodiscard]] std::vector<LoaderStream> streams() const;
    [[nodiscard]] Store& store(std::size_t i) { return m_stores[i]->store; }
    /// Closes all stores, so that others may open them.
    void closeAll();
    [[nodiscard]] std::filesystem::path path() const { return std::filesystem::path(m_folder.path().toStdString()); }

    /// Empty when the batch holds exactly these records in every stream; else what differs.
    [[nodiscard]] QString difference(const Batch& batch, std::span<const std::uint64_t> indices) const;

private:
    struct Named {
        std::string name;
        std::uint64_t width;  ///< 0: ragged
        Store store;
    };
    Store& add(const std::string& name, std::uint64_t width, StoreDescription description);

    QTemporaryDir m_folder;
    std::vector<std::unique_ptr<Named>> m_stores;
};

std::vector<std::byte> denseRecord(std::uint64_t number, std::uint64_t width);
Shape raggedShape(std::uint64_t number);
std::vector<std::byte> raggedRecord(std::uint64_t number);

/// The indices of steps [first, first + count) of loaderx's order.
std::vector<std::vector<std::uint64_t>> samplerSteps(const SamplerOptions& options, std::uint64_t first, std::uint64_t count);
/// The loader, or the end of the program with the reason: for tests of what comes after.
DataLoader makeLoader(std::vector<LoaderStream> streams, LoaderOptions options);
std::vector<std::uint64_t> indicesOf(const Batch& batch);
QString messageOf(const Status& status);

}  // namespace zrecord::test
