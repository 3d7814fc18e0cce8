#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "zrecord/codec.h"
#include "zrecord/dtype.h"
#include "zrecord/shape.h"

namespace zrecord {

/// What a store holds: fixed at creation.
struct StoreDescription {
    StoreKind kind = StoreKind::Dense;
    DType dtype;
    Shape itemShape;  ///< dense only; shape of one record, () for scalars
    Codec codec = Codec::Zstd;
    std::vector<std::byte> dictionary;  ///< required with ZstdDict, forbidden otherwise; 1 byte … 2^32−1 bytes

    /// Bytes of one dense record, 1 … 2^31; 0 for ragged. InvalidArgument or RecordTooLarge otherwise.
    [[nodiscard]] ZRECORD_EXPORT Result<std::uint64_t> recordBytes() const;
};

enum class Access : std::uint8_t {
    ReadOnly,  ///< shared lock: any number of reading processes, no writer
    ReadWrite  ///< exclusive lock
};

/// How records are read.
enum class ReadMode : std::uint8_t {
    /// As memory, where the file system is local and the store is locked; as Pread elsewhere. A file that is cut short by
    /// another program, or a device that fails, is an error like any other: the library handles SIGBUS in its own maps and
    /// hands every other one on to the handler that was there before.
    Map,
    /// By system calls alone: for stores that are not trusted, and for programs that need SIGBUS for themselves.
    Pread
};

/// What delete, compact and the finishing of interrupted ones survive. Appends are lazy with either: Store::sync()
/// makes them durable, or OpenOptions::durableAppend.
enum class Durability : std::uint8_t {
    Power,   ///< the state before or after also when power fails: every step is on the device before the next
    Process  ///< the same order without waiting for the device: before or after when the process is killed, nothing when power fails
};

struct OpenOptions {
    Access access = Access::ReadOnly;
    /// Refuses, with WrongKind, a store of the other kind.
    std::optional<StoreKind> expectedKind;
    /// File systems without locks: open all the same. Never falls back by itself.
    bool withoutLock = false;
    ReadMode readMode = ReadMode::Map;
    Durability durability = Durability::Power;
    /// A delete keeps in the side folder what Store::undoRemoval() needs: 24 bytes for each removed record, 40 for a ragged one,
    /// until compact.
    bool keepUndo = true;
    /// An append returns when its records are on the device: data and table first, the header after them. Also when power
    /// fails in the middle the whole batch is there or nothing of it. Waits for the device at least three times for each append.
    bool durableAppend = false;
};

/// The levels at which loaderx writes, without and with a dictionary.
inline constexpr int kLoaderxLevel = 3;
inline constexpr int kLoaderxDictionaryLevel = 19;

/// How a zstd_dict store chooses the way it writes, when no level is asked for. The first large enough batch is tried with
/// several; every frame can be read by loaderx.
enum class EncoderTuning : std::uint8_t {
    Balanced,  ///< the cheapest within 2 % of the stored size that level 19 reaches
    Ratio,     ///< level 19, as loaderx
    Write,     ///< the cheapest
    Gather     ///< of those within 2 % the fastest to decode, measured on this machine
};

/// "balanced", "ratio", "write", "gather"; InvalidArgument for anything else.
ZRECORD_EXPORT Result<EncoderTuning> parseEncoderTuning(std::string_view name);

/// One way to write with a dictionary.
struct EncoderChoice {
    int level = kLoaderxDictionaryLevel;
    /// Not the level's own search but a cheaper one (ZSTD_btopt), for which zstd refers to the dictionary's tables where it
    /// would copy them for every record of 8 to 32 KiB.
    bool lighterSearch = false;
    friend bool operator==(const EncoderChoice&, const EncoderChoice&) = default;
};

/// How a store is written; kept in its side folder.
struct StoreEncoder {
    EncoderChoice choice;
    bool asked = false;          ///< by CreateOptions; otherwise chosen by trying
    std::uint32_t samples = 0;   ///< records that it was tried on
    friend bool operator==(const StoreEncoder&, const StoreEncoder&) = default;
};

struct CreateOptions {
    /// zstd level for Codec::Zstd; loaderx writes 3. Kept for later handles.
    int zstdLevel = kLoaderxLevel;
    /// zstd level for Codec::ZstdDict; nothing: the store chooses by `tuning`. Kept for later handles.
    std::optional<int> dictionaryLevel = std::nullopt;
    EncoderTuning tuning = EncoderTuning::Balanced;
    /// Of the handle that creation returns, as in OpenOptions.
    Durability durability = Durability::Power;
    bool keepUndo = true;
    bool durableAppend = false;
};

}  // namespace zrecord
