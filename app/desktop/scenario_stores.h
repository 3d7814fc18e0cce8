#pragma once

#include <cstdint>

#include <QString>

namespace zrecord::desktop {

/// A raw uint8 store of `records` scalars, sparse on disk: only the first and last few thousand entries are filled in, and
/// record i holds i mod 251. False when the files could not be written.
[[nodiscard]] bool makeSparseStore(const QString& folder, std::uint64_t records);

/// Twenty float32 records of shape (3, 120, 25, 2), as skeletons in motion are kept: coordinate, frame, joint, person. False
/// when the store could not be made.
[[nodiscard]] bool makeTensorStore(const QString& folder);

/// A .npy file of `count` float32 records of shape (4, 3). False when it could not be written.
[[nodiscard]] bool makeNpyFile(const QString& path, int count);

}  // namespace zrecord::desktop
