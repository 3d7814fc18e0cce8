#include <nanobind/nanobind.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bindings.h"

namespace zrecord::python {
namespace {

static_assert(std::endian::native == std::endian::little, "the tables are read eight bytes at a time");

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// CRC-32C (RFC 3720, polynomial 0x1EDC6F41, reflected), eight bytes at a time: table k is for a byte with k more behind it.
constexpr Tables makeTables()
{
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78U : 0U);
        tables[0][byte] = crc;
    }
    for (std::uint32_t byte = 0; byte < 256; ++byte)
        for (std::size_t k = 1; k < 8; ++k)
            tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xFF];
    return tables;
}

constexpr Tables kTables = makeTables();

std::uint32_t crc32c(const unsigned char* data, std::size_t size)
{
    std::uint32_t crc = ~0U;
    for (; size >= 8; data += 8, size -= 8) {
        std::uint64_t word;
        std::memcpy(&word, data, 8);
        word ^= crc;
        crc = 0;
        for (std::size_t k = 0; k < 8; ++k)
            crc ^= kTables[7 - k][word >> (8 * k) & 0xFF];
    }
    for (; size > 0; ++data, --size)
        crc = (crc >> 8) ^ kTables[0][(crc ^ *data) & 0xFF];
    return ~crc;
}

}  // namespace

void bindChecksums(nb::module_& module)
{
    module.def("crc32c", [](const nb::bytes& bytes) {
        return crc32c(static_cast<const unsigned char*>(bytes.data()), bytes.size());
    }, "CRC-32C of bytes, as TFRecord files have it.");
}

}  // namespace zrecord::python
