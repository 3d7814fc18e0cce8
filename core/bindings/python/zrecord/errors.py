"""Exceptions of zrecord.

Every error is a :class:`ZrecordError`, and also the built-in exception that fits it: an index outside a store can be caught as
``IndexError``, a store that is not there as ``FileNotFoundError``. ``code`` is the number that loaderx 1.7.2 gives the same
fault, 0 where it knows none.

>>> issubclass(StoreBusy, BlockingIOError), StoreBusy.code
(True, -14)
"""

from __future__ import annotations

import errno as _errno

from . import _core

__all__ = [
    "ZrecordError", "InvalidArgument", "WrongType", "OutOfRange", "RecordTooLarge", "StoreFull", "BufferTooSmall", "StoreNotFound",
    "StoreExists", "WrongKind", "StoreBusy", "StoreReadOnly", "StoreClosed", "BadFormat", "CorruptRecord", "RecoveryNeeded",
    "TrainingFailed", "DictionaryFault", "Unsupported", "OutOfMemory", "OutOfSpace", "StoreIOError", "Cancelled",
    "InternalError",
]


class ZrecordError(RuntimeError):
    """Base of all errors of this package.

    ``code``    loaderx's number, -14 to -1, or 0
    ``name``    stable text to branch on, such as ``"corrupt_record"``
    ``store``   path of the store, or ``""``
    ``file``    file inside it, such as ``"0.chunk"``, or ``""``
    ``offset``  bytes from the start of that file, or None
    ``record``  number of the record, or None
    ``remedy``  one sentence about what can be done
    """

    code: int = 0
    name: str = "internal"
    store: str = ""
    file: str = ""
    offset: int | None = None
    record: int | None = None
    remedy: str = ""

    def __init__(self, message: str = "", **facts: object) -> None:
        super().__init__(message)
        self.__dict__.update(facts)

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""

    def __reduce__(self):
        return _remake, (type(self), self.args, self.__dict__.copy())


def _remake(kind, args, facts):
    error = kind(*args)
    error.__dict__.update(facts)
    return error


class InvalidArgument(ZrecordError, ValueError):
    """The call itself is wrong: dtype, shape, option."""

    name = "invalid_argument"


class WrongType(InvalidArgument, TypeError):
    """An argument of a type that means nothing there."""


class OutOfRange(ZrecordError, IndexError):
    """An index outside the store; the message has the index and the number of records."""

    code, name = -3, "out_of_range"


class RecordTooLarge(ZrecordError, ValueError):
    """A record of no bytes, or of more than 2**31."""

    code, name = -4, "record_too_large"


class StoreFull(ZrecordError, OSError):
    """The format's own limit on chunks or records."""

    code, name = -5, "store_full"


class BufferTooSmall(ZrecordError, ValueError):
    """The memory given does not hold the result."""

    code, name = -6, "buffer_too_small"


class StoreNotFound(ZrecordError, FileNotFoundError):
    """There is no such file, folder or store."""

    code, name = -11, "not_found"


class StoreExists(ZrecordError, FileExistsError):
    """Creation where something already is."""

    code, name = -12, "already_exists"


class WrongKind(ZrecordError, ValueError):
    """The store is of another kind, dtype, shape or codec; or the streams of a loader have other lengths than before."""

    code, name = -13, "wrong_kind"


class StoreBusy(ZrecordError, BlockingIOError):
    """Somebody else holds the lock."""

    code, name = -14, "busy"


class StoreReadOnly(ZrecordError, PermissionError):
    """A change through a handle for reading, or on read-only media."""

    name = "read_only"


class StoreClosed(ZrecordError, ValueError):
    """The store or loader was closed."""

    name = "closed"


class BadFormat(ZrecordError, ValueError):
    """The files cannot be a store."""

    code, name = -8, "bad_format"


class CorruptRecord(ZrecordError, ValueError):
    """Stored bytes of a record are damaged; ``file``, ``offset`` and ``record`` say where."""

    code, name = -7, "corrupt_record"


class RecoveryNeeded(ZrecordError, OSError):
    """An interrupted change must be finished first: open the store once for writing."""

    name = "recovery_needed"


class TrainingFailed(ZrecordError, ValueError):
    """No dictionary could be trained."""

    code, name = -9, "training_failed"


class DictionaryFault(ZrecordError, ValueError):
    """The dictionary is missing, unexpected or unusable."""

    code, name = -10, "dictionary_error"


class Unsupported(ZrecordError, NotImplementedError):
    """Valid, but not something that this library does."""

    name = "unsupported"


class OutOfMemory(ZrecordError, MemoryError):
    """There is not enough memory."""

    code, name = -1, "out_of_memory"


class OutOfSpace(ZrecordError, OSError):
    """The disk or a quota is full; the store is as it was before."""

    code, name = -2, "out_of_space"


class StoreIOError(ZrecordError, OSError):
    """Reading or writing failed."""

    code, name = -2, "io_error"


class Cancelled(ZrecordError, InterruptedError):
    """Stopped on request."""

    name = "cancelled"


class InternalError(ZrecordError):
    """A broken invariant: a fault of this library."""

    name = "internal"


_BY_NAME = {kind.name: kind for kind in ZrecordError.__subclasses__()}
for _row in _core.error_table():
    if _row[0] in _BY_NAME:
        _BY_NAME[_row[0]].remedy = _row[4]
_ERRNO = {"out_of_space": _errno.ENOSPC, "not_found": _errno.ENOENT, "already_exists": _errno.EEXIST,
          "busy": _errno.EAGAIN, "read_only": _errno.EACCES, "io_error": _errno.EIO, "cancelled": _errno.EINTR}


def _make(name, code, message, store, file, offset, record, remedy):
    """Called by the C++ side for a failed operation."""
    kind = _BY_NAME.get(name, InternalError)
    error = kind(message, code=code, name=name, store=store, file=file, offset=offset, record=record, remedy=remedy)
    if isinstance(error, OSError):
        error.errno = _ERRNO.get(name)
    return error
