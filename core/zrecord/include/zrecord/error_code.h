#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "zrecord/export.h"

namespace zrecord {

/// Why an operation failed. A small closed set: callers branch on it, people read Status::message().
/// Values are not persisted. Every code has exactly one row in errorTable().
enum class ErrorCode : std::uint8_t {
    Ok,
    InvalidArgument,  ///< the call itself is wrong: shape, dtype, option
    OutOfRange,       ///< a record index, a slice or a step outside the store
    RecordTooLarge,   ///< above 2^31 bytes, or zero bytes
    StoreFull,        ///< the format's own limit on chunks or records
    BufferTooSmall,   ///< the caller's memory does not hold the result
    NotFound,         ///< no such file, folder or store
    AlreadyExists,    ///< creation where something already is
    WrongKind,        ///< dense where ragged was asked for, or other dtype, shape, codec
    Busy,             ///< somebody else holds the lock
    ReadOnly,         ///< a change through a read-only handle or on read-only media
    Closed,           ///< the handle was closed, or belongs to another process (after fork)
    BadFormat,        ///< header, identity or dictionary file cannot be a store
    CorruptRecord,    ///< a location entry or the stored bytes of a record are damaged
    RecoveryNeeded,   ///< an interrupted change must be finished or undone first
    TrainingFailed,   ///< a dictionary could not be trained
    DictionaryError,  ///< dictionary missing, unexpected or unusable
    Unsupported,      ///< valid, but not something this library does
    OutOfMemory,
    OutOfSpace,       ///< the disk or a quota is full
    IoError,
    Cancelled,        ///< stopped on request; never reported as success
    Internal          ///< a broken invariant: a fault of this library
};

/// One row for each code: the only place that maps a code to the outside world.
struct ErrorInfo {
    ErrorCode code;
    std::string_view name;             ///< stable, machine readable: "out_of_range"
    int loaderxCode;                   ///< loaderx 1.7.2's −1 … −14, 0 where it has none
    std::string_view pythonException;  ///< built-in exception that the Python error also is
    int exitStatus;                    ///< of `zr`: 0 ok, 1 findings, 2 usage, 3 not found, 4 busy, 5 corrupt, 6 I/O, 130 cancelled
    std::string_view text;             ///< a plain English phrase, no full stop
    std::string_view advice;           ///< one sentence that a person can act on
};

/// All rows in the order of the enum. Thread-safe, never fails.
ZRECORD_EXPORT std::span<const ErrorInfo> errorTable();
ZRECORD_EXPORT const ErrorInfo& errorInfo(ErrorCode code);

}  // namespace zrecord
