#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "maintenance/store_survey.h"
#include "store/verifier.h"

namespace zrecord {

/// A checkpoint tied to the state of a store and to the way it is checked.
struct VerifyState {
    std::uint64_t store = 0;  ///< storeFingerprint()
    bool decode = true;
    VerifyCheckpoint checkpoint;
};

/// XXH3-64 of header, store.zr and the names and sizes of all files: a store that was changed since has another one.
std::uint64_t storeFingerprint(const StoreSurvey& survey);

/// The state file: magic, little-endian fields, XXH3-64 of all that is before it.
std::vector<std::byte> encodeVerifyState(const VerifyState& state);
/// BadFormat for anything else than what encodeVerifyState() writes. No allocation exceeds what the bytes can hold.
Result<VerifyState> decodeVerifyState(std::span<const std::byte> bytes);

}  // namespace zrecord
