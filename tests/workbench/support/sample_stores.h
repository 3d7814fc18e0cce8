#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <QString>

#include <zrecord/store.h>

namespace zrecord::workbench::test {

[[nodiscard]] QString toQString(const std::filesystem::path& path);
/// A dense raw uint8 store of shape (1,) with these values; the test fails when it cannot be made.
void makeByteStore(const std::filesystem::path& path, const std::vector<int>& values);
/// A dense store of uint8 pictures, record i filled with i mod 256.
void makeImageStore(const std::filesystem::path& path, const Shape& shape, std::uint64_t records);
/// A ragged int32 store; record i has lengths[i] elements 100·i + column.
void makeRaggedStore(const std::filesystem::path& path, const std::vector<std::uint64_t>& lengths);
/// A ragged uint8 store of these texts.
void makeTextStore(const std::filesystem::path& path, const std::vector<std::string>& texts);
/// A raw uint8 store (1,) of many records in sparse files: only record 0 and the last one exist, with these values.
void makeSparseStore(const std::filesystem::path& path, std::uint64_t records, int first, int last);
/// Deletes the records and is cut off where the change counts already but no file shows it: the next opening finds a fence and a
/// journal.
void interruptRemoval(const std::filesystem::path& path, const std::vector<std::uint64_t>& records);
/// All values of a byte store, in order.
[[nodiscard]] std::vector<int> byteValues(const std::filesystem::path& path);

}  // namespace zrecord::workbench::test
