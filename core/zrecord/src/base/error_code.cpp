#include "zrecord/error_code.h"

#include <array>
#include <cstddef>

namespace zrecord {
namespace {

using enum ErrorCode;

constexpr std::array kTable{
    ErrorInfo{Ok, "ok", 0, "", 0, "no error", ""},
    ErrorInfo{InvalidArgument, "invalid_argument", 0, "ValueError", 2, "the request is not valid", "Correct the argument named in the message."},
    ErrorInfo{OutOfRange, "out_of_range", -3, "IndexError", 2, "the index is outside the store", "Use an index between 0 and the number of records minus one, or count from the end with -1."},
    ErrorInfo{RecordTooLarge, "record_too_large", -4, "ValueError", 2, "the record has a size that cannot be stored", "Records hold 1 to 2147483648 bytes; split larger ones."},
    ErrorInfo{StoreFull, "store_full", -5, "OSError", 6, "the store cannot hold more", "Compact the store or begin a second one."},
    ErrorInfo{BufferTooSmall, "buffer_too_small", -6, "ValueError", 2, "the memory given is too small for the result", "Give as much memory as the layout asks for."},
    ErrorInfo{NotFound, "not_found", -11, "FileNotFoundError", 3, "there is no such file or store", "Check the path."},
    ErrorInfo{AlreadyExists, "already_exists", -12, "FileExistsError", 2, "something is already there", "Choose another path, or open what is there."},
    ErrorInfo{WrongKind, "wrong_kind", -13, "ValueError", 2, "the store is of another kind", "Open it with the kind, dtype, shape and codec that it was created with."},
    ErrorInfo{Busy, "busy", -14, "BlockingIOError", 4, "another program is using the store", "Close the other program, or try again when it has finished."},
    ErrorInfo{ReadOnly, "read_only", 0, "PermissionError", 6, "the store cannot be changed here", "Open it for writing, or change the permissions of its folder."},
    ErrorInfo{Closed, "closed", 0, "ValueError", 2, "the store is closed", "Open the store again in this process."},
    ErrorInfo{BadFormat, "bad_format", -8, "ValueError", 5, "the files are not a store that can be read", "Restore the file from a copy, or run 'zr verify' for the full list of faults."},
    ErrorInfo{CorruptRecord, "corrupt_record", -7, "ValueError", 5, "the record is damaged", "Run 'zr verify' to list every damaged record; the others stay readable."},
    ErrorInfo{RecoveryNeeded, "recovery_needed", 0, "OSError", 5, "an interrupted change has not been finished", "Open the store once for writing, so that the change is finished or undone."},
    ErrorInfo{TrainingFailed, "training_failed", -9, "ValueError", 2, "no dictionary could be trained", "Give more samples, or choose a smaller dictionary."},
    ErrorInfo{DictionaryError, "dictionary_error", -10, "ValueError", 5, "the dictionary does not fit the store", "Restore dict.zr from a copy of the store."},
    ErrorInfo{Unsupported, "unsupported", 0, "NotImplementedError", 2, "this is not supported", "Use one of the forms named in the message."},
    ErrorInfo{OutOfMemory, "out_of_memory", -1, "MemoryError", 6, "there is not enough memory", "Ask for fewer records at once."},
    ErrorInfo{OutOfSpace, "out_of_space", -2, "OSError", 6, "the disk is full", "Free some space and repeat the command; the store is as it was before."},
    ErrorInfo{IoError, "io_error", -2, "OSError", 6, "reading or writing failed", "Check the disk and its permissions."},
    ErrorInfo{Cancelled, "cancelled", 0, "InterruptedError", 130, "the operation was cancelled", "Start it again when you like."},
    ErrorInfo{Internal, "internal", 0, "RuntimeError", 6, "an internal check failed", "Please report this with the full message."},
};

constexpr bool inEnumOrder()
{
    for (std::size_t i = 0; i < kTable.size(); ++i)
        if (static_cast<std::size_t>(kTable[i].code) != i)
            return false;
    return true;
}
static_assert(inEnumOrder());
static_assert(kTable.size() == static_cast<std::size_t>(Internal) + 1);

}  // namespace

std::span<const ErrorInfo> errorTable()
{
    return kTable;
}

const ErrorInfo& errorInfo(ErrorCode code)
{
    return kTable[static_cast<std::size_t>(code)];
}

}  // namespace zrecord
