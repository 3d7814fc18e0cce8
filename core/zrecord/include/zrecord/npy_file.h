#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "zrecord/dtype.h"
#include "zrecord/export.h"
#include "zrecord/import_source.h"
#include "zrecord/result.h"
#include "zrecord/shape.h"

namespace zrecord {

/// NumPy's own limit on the header text; a longer one is refused before anything is allocated for it.
inline constexpr std::size_t kMaxNpyHeaderText = 10'000;
/// Magic, version, length and text: enough bytes for every header.
inline constexpr std::size_t kMaxNpyHeaderBytes = 12 + kMaxNpyHeaderText;

/// The head of an .npy file, format versions 1.0, 2.0 and 3.0.
struct NpyHeader {
    DType dtype;
    Shape shape;
    bool fortranOrder = false;
    std::size_t headerBytes = 0;  ///< the data begins here

    /// product(shape) · itemsize; InvalidArgument when it does not fit 63 bits.
    [[nodiscard]] ZRECORD_EXPORT Result<std::uint64_t> dataBytes() const;
};

/// Reads a header from the first bytes of a file; `bytes` may go on after it. Strict, evaluates nothing, refuses pickled
/// objects. BadFormat with the offset.
ZRECORD_EXPORT Result<NpyHeader> parseNpyHeader(std::span<const std::byte> bytes);

/// The header that numpy.save() writes for a C-ordered array, byte for byte. Unsupported when its text would pass the limit.
ZRECORD_EXPORT Result<std::vector<std::byte>> makeNpyHeader(const DType& dtype, std::span<const std::uint64_t> shape);

/// One array of an .npz file.
struct NpzMember {
    std::string name;  ///< without ".npy"; a label, never a path
    NpyHeader header;
    std::uint64_t packedBytes = 0;
};

/// The arrays of an archive in its order; reads the headers only. As strict as the import.
ZRECORD_EXPORT Result<std::vector<NpzMember>> listNpzMembers(const std::filesystem::path& file, const ImportLimits& limits = {});

}  // namespace zrecord
