"""The two kinds of stores."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

import numpy as np

from . import _core
from ._arguments import bytes_of, choice, codec_of, count, level_of, threads_of
from ._blocks import blocks_of
from ._changes import Restored, UndoableDelete
from ._dtypes import dtype_of, is_foreign, remember, remembered, text_of
from ._reports import PackedRecords, StoreIssue, VerifyReport
from ._progress import told
from ._transaction import Transaction
from .errors import BadFormat, DictionaryFault, InvalidArgument, StoreNotFound, WrongKind, WrongType

#: Bytes that iteration reads at once.
_BLOCK = 1 << 20
_MODES = ("a", "r", "r+", "x")


_Self = TypeVar("_Self", bound="_Store")


class _Store(_core.StoreHandle):
    """Common face of both kinds; see DenseStore."""

    _ragged = False
    _kind = "dense"
    _item_shape: tuple[int, ...]
    _moves = 0  # deletes and undos through this object

    def _bytes_per_record(self) -> int:
        """In memory; of ragged records about."""
        raise NotImplementedError

    def __init__(self, path, dtype, item_shape, codec, dict_bytes, mode, level, lock, tune=None):
        super().__init__()
        self._path = Path(path)
        choice("mode", mode, _MODES)
        wanted = None if dtype is None else np.dtype(dtype)
        shape = None if item_shape is None else _shape_of(item_shape)
        if mode == "x" or (mode == "a" and not _core.looks_like_store(self._path)):
            self._make(wanted, shape, codec, dict_bytes, level, tune, mode)
        else:
            if dict_bytes is not None:
                raise InvalidArgument(f"dict_bytes is for new stores, and {self._path} exists already")
            if codec is not None:
                codec_of(codec)
            self._open_existing(mode != "r", bool(lock))
        text, self._item_shape, self._codec = self._facts()
        self._dtype = dtype_of(text)
        if wanted is not None and is_foreign(wanted) and text == text_of(wanted):
            self._dtype = wanted
        elif wanted is None:
            self._dtype = remembered(self._path, text) or self._dtype
        self._bind(self._dtype)
        self._compare(wanted, shape, codec)

    def _make(self, dtype, shape, codec, dict_bytes, level, tune, mode):
        if dtype is None or (shape is None and not self._ragged):
            raise StoreNotFound(f"{self._path} is not a zrecord store; to create one, give dtype"
                                + ("" if self._ragged else " and item_shape"))
        codec = "zstd" if codec is None else codec_of(codec)
        if codec == "zstd_dict" and dict_bytes is None:
            raise InvalidArgument("a new zstd_dict store needs dict_bytes, which train_dict makes")
        if codec != "zstd_dict" and dict_bytes is not None:
            raise InvalidArgument(f"dict_bytes goes with codec 'zstd_dict', not with {codec!r}")
        text = text_of(dtype)
        if not is_foreign(dtype) and dtype_of(text) != dtype:
            raise InvalidArgument(f"{dtype} would come back as {dtype_of(text)}; store the bytes of such fields as raw data")
        if tune is not None and not isinstance(tune, str):
            raise WrongType(f"tune is 'balanced', 'ratio', 'write' or 'gather', not {tune!r:.80}")
        self._create(self._path, self._ragged, text, shape or (), codec, bytes_of("dict_bytes", dict_bytes), level_of(level), tune)
        if is_foreign(dtype):
            remember(self._path, dtype)

    def _open_existing(self, writable, lock):
        try:
            self._open(self._path, self._ragged, writable, not lock)
        except DictionaryFault as error:
            # loaderx has one number for every fault of an existing store's files.
            error.code = BadFormat.code
            raise

    def _compare(self, dtype, shape, codec):
        differs = None
        if dtype is not None and dtype != self._dtype:
            differs = f"records of dtype {self._dtype}, not {dtype}"
        elif shape is not None and shape != self._item_shape:
            differs = f"records of shape {self._item_shape}, not {shape}"
        elif codec is not None and codec != self._codec:
            differs = f"records with codec {self._codec!r}, not {codec!r}"
        if differs is not None:
            self._close()
            raise WrongKind(f"{self._path} holds {differs}", code=WrongKind.code, store=str(self._path))

    # -- what it is --------------------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The folder, as it was given."""
        return self._path

    @property
    def dtype(self) -> np.dtype:
        """Element type of every record."""
        return self._dtype

    @property
    def codec(self) -> str:
        """``"raw"``, ``"zstd"`` or ``"zstd_dict"``."""
        return self._codec

    @property
    def mode(self) -> str:
        """``"r"`` for a shared reader, ``"r+"`` for the one writer."""
        return "r+" if self._state()[1] else "r"

    @property
    def closed(self) -> bool:
        """True after close()."""
        return self._state()[3]

    def has_dict(self) -> bool:
        """True when the records are compressed with a trained dictionary."""
        return self._codec == "zstd_dict"

    @property
    def dictionary(self) -> bytes:
        """The dictionary; ``b""`` without one."""
        return self._dictionary()

    def __repr__(self) -> str:
        kind = type(self).__name__
        try:
            what = "closed" if self.closed else f"{len(self)} records"
            shape = "" if self._ragged else f", item_shape={self._item_shape}"
            return f"<{kind} '{self._path}' {self._kind}: {what}, dtype={self._dtype}{shape}, codec={self._codec!r}>"
        except Exception as error:  # half made, or its folder is gone
            return f"<{kind}: {error}>"

    # -- reading -------------------------------------------------------------------------------------------------------------

    def gather(self, indices, threads: int | None = None) -> np.ndarray | list[np.ndarray]:
        """As ``store[indices]`` for a batch, on at most ``threads`` cores (None: all)."""
        return self._gather(indices, None, threads_of(threads))

    def to_torch(self, indices=slice(None)):
        """``store[indices]`` as a tensor, or a list of tensors of a ragged store, on the memory of the arrays. Needs torch."""
        from .torch import to_tensors

        records = self[indices]
        return to_tensors(list(records) if isinstance(records, list) else records)

    def __iter__(self) -> Iterator[np.ndarray | np.generic]:
        """Every record, in order; reads ahead in blocks of at most 1 MiB, or of one record."""
        done = 0
        while done < len(self):  # it may grow meanwhile
            for start, done in blocks_of([self], len(self), _BLOCK, first=done):
                yield from self.__getitems__(slice(start, done))

    # -- changing ------------------------------------------------------------------------------------------------------------

    def delete(self, idx) -> None:
        """Removes records as one step: indices as for reading, each counted once.

        The last records take the places of the removed ones, so that indices stay without gaps: a survivor's index may
        change. The bytes stay on disk until compact(), and undo() brings them back until then or until an append. A crash leaves the
        store as before or as after, nothing between.

        Raises IndexError for an index outside the store, TypeError for what is no index; then nothing is removed.
        """
        _core.remove_records(self, idx)
        self._moves += 1

    def transaction(self) -> Transaction:
        """Several deletes as one step, at the end of the ``with``, or none; all indices count as at its beginning.

        >>> with DenseStore("some", "int64", ()) as store:
        ...     _ = store.append(np.arange(6))
        ...     with store.transaction() as change:
        ...         change.delete(0)
        ...         change.delete([-1, 0])
        ...     print(store[:], store.undoable[0].records)
        [4 1 2 3] 2
        """
        return Transaction(self, [self])

    def compact(self, progress=None) -> dict[str, dict[str, int]]:
        """Gives the space of deleted records back: live records go to new files, in physical order. Deletes cannot be undone after it.

        ``progress(stage, done, total)`` is called now and then; True shows a bar of tqdm where that is installed. Returns the stats ``before`` and ``after``.
        Raises CorruptRecord while entries overlap, OutOfSpace when the new files do not fit.
        """
        with told(progress) as tell:
            return _core.compact_store(self, tell)

    def undo(self, progress=None) -> Restored:
        """Takes the newest delete back, also one of an earlier session: every record is where it was before it, and a crash leaves the
        store as before or as after. Deletes are undone one after the other, until an append or a compact.

        Raises StoreNotFound when there is none to undo.

        >>> with DenseStore("numbers", "int64", ()) as store:
        ...     _ = store.append(np.arange(5))
        ...     store.delete([1, 3])
        ...     print(store[:], store.undo().records, store[:])
        [0 4 2] [1 3] [0 1 2 3 4]
        """
        with told(progress) as tell:
            restored = Restored.of(*_core.undo_removal(self, tell))
        self._moves += 1
        return restored

    @property
    def undoable(self) -> tuple[UndoableDelete, ...]:
        """What undo() would take back, newest first."""
        return UndoableDelete.rows(_core.undoable_removals(self))

    def sync(self) -> None:
        """Makes everything appended so far durable: chunks, table, header, in this order."""
        self._sync()

    def close(self) -> None:
        """sync() for writers, then lets go of lock and files. Later calls raise StoreClosed. Any number of times."""
        self._close()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, kind, error, traceback):
        self.close()

    # -- the whole store -------------------------------------------------------------------------------------------------------

    def stats(self) -> dict[str, int]:
        """Bytes of the store: ``records``, ``live_bytes`` (stored size of all records), ``chunk_bytes`` (extent of the chunk
        files), ``reclaimable`` (their difference, what compact() may free) and ``plain_bytes`` (size in memory)."""
        return self._stats()

    def verify(self, decode: bool = True, max_issues: int = 10_000, progress=None) -> VerifyReport:
        """Checks header, files and entries, and with ``decode`` every record. Changes nothing."""
        with told(progress) as tell:
            checked, size, found, issues = self._verify(bool(decode), count("max_issues", max_issues), tell)
        return VerifyReport(checked, size, found, tuple(StoreIssue(*issue) for issue in issues))

    def copy_to(self, path, indices=None, *, codec: str | None = None, dict_bytes: bytes | None = None,
                level: int | None = None, progress=None) -> int:
        """Copies records (all, or ``indices`` in their order) into a new, compact store; returns how many.

        Without ``codec`` the copy has the codec and the dictionary of this store. The new folder appears complete or not
        at all. Raises StoreExists, IndexError, CorruptRecord, OutOfSpace.
        """
        if codec is None:
            codec = self._codec
            if codec == "zstd_dict" and dict_bytes is None:
                dict_bytes = self.dictionary
        with told(progress) as tell:
            copied = self._copy_to(Path(path), indices, codec_of(codec), bytes_of("dict_bytes", dict_bytes), level_of(level), tell)
        if is_foreign(self._dtype):
            remember(Path(path), self._dtype)
        return copied

    def recode(self, path, codec: str, dict_bytes: bytes | None = None, *, level: int | None = None, progress=None) -> int:
        """copy_to() of all records with another codec, dictionary or level."""
        return self.copy_to(path, codec=codec, dict_bytes=dict_bytes, level=level, progress=progress)

    # -- other processes ---------------------------------------------------------------------------------------------------------

    def __reduce__(self):
        """Path, kind and type travel; the copy opens for reading, at its first use."""
        path, _, without_lock, closed = self._state()
        if closed:
            raise InvalidArgument(f"{self._path} is closed: only an open store can be sent to another process")
        return _arrive, (type(self), os.fspath(path), self._dtype, self._item_shape, self._codec, without_lock)


def _arrive(kind, path, dtype, item_shape, codec, without_lock):
    store = kind.__new__(kind)
    _core.StoreHandle.__init__(store)
    store._path = Path(path)
    store._dtype, store._item_shape, store._codec = dtype, item_shape, codec
    store._defer(path, kind._ragged, text_of(dtype), item_shape, codec, without_lock)
    store._bind(store._dtype)
    return store


def _shape_of(item_shape) -> tuple[int, ...]:
    dimensions = (item_shape,) if isinstance(item_shape, (int, np.integer)) else tuple(item_shape)
    for dimension in dimensions:
        if isinstance(dimension, bool) or not isinstance(dimension, (int, np.integer)):
            raise WrongType(f"item_shape holds integers, not {dimension!r}")
        if dimension < 0:
            raise InvalidArgument(f"item_shape {dimensions} has a negative dimension")
    return tuple(int(dimension) for dimension in dimensions)


class DenseStore(_Store):
    """Records of one shape.

    Opens the store at ``path``, or creates it when there is none and ``dtype`` and ``item_shape`` are given. What is given
    for an existing store must agree with it.

    ``dtype``       any type that NumPy can write to a file. Of bfloat16 and other types of ml_dtypes the bytes are stored, and the
                    name beside them: other programs see raw data (``|V2``), as this one does where ml_dtypes is not installed
    ``codec``       ``"raw"``, ``"zstd"`` (default) or ``"zstd_dict"``, which needs ``dict_bytes`` from train_dict
    ``mode``        ``"a"`` opens for reading and writing, or creates; ``"r"`` opens for reading beside any number of other
                    readers; ``"r+"`` opens for writing and never creates; ``"x"`` only creates
    ``level``       zstd level of a new store (3; with a dictionary as ``tune`` says)
    ``tune``        how a new zstd_dict store without a level chooses one, by trying the first large enough batch: ``"balanced"``,
                    the cheapest within 2 % of the size of level 19 (default); ``"ratio"``, level 19 as loaderx; ``"write"``,
                    the cheapest; ``"gather"``, of those within 2 % the fastest to read. loaderx reads them all
    ``lock=False``  for file systems without locks; nothing then keeps writers apart

    ``store[i]`` is a record of shape ``item_shape``; ``store[slice, list, array or mask]`` an array
    ``(n, *item_shape)`` in the order asked for, repeats allowed.

    Raises FileNotFoundError, ValueError (other dtype, shape, codec or kind), StoreBusy, BadFormat, StoreExists.

    >>> points = DenseStore("points", "int32", (2,))
    >>> points.append(np.arange(8, dtype="int32").reshape(4, 2))
    0
    >>> points[-1]
    array([6, 7], dtype=int32)
    >>> points[[2, 0]]
    array([[4, 5],
           [0, 1]], dtype=int32)
    >>> points[9]
    Traceback (most recent call last):
    ...
    zrecord.errors.OutOfRange: index 9 is outside the store: it holds 4 records
    >>> points.close()
    """

    if TYPE_CHECKING:
        @overload
        def __getitem__(self, index: SupportsIndex) -> np.ndarray | np.generic: ...
        @overload
        def __getitem__(self, index: Any) -> np.ndarray: ...
        def __getitem__(self, index): ...
        def __getitems__(self, index: Any) -> np.ndarray: ...

    def __init__(self, path, dtype=None, item_shape=None, codec=None, dict_bytes=None, *, mode: str = "a",
                 level: int | None = None, lock: bool = True, tune: str | None = None):
        super().__init__(path, dtype, item_shape, codec, dict_bytes, mode, level, lock, tune)

    @property
    def item_shape(self) -> tuple[int, ...]:
        """Shape of every record; ``()`` for scalars."""
        return self._item_shape

    def gather(self, indices, threads: int | None = None, *, out: np.ndarray | None = None) -> np.ndarray:
        """``store[indices]`` on at most ``threads`` cores (None: all), into ``out`` when it is given.

        ``out`` is a writable array in C order of the store's dtype and of the shape of the result; it is returned.
        """
        return self._gather(indices, out, threads_of(threads))

    def append(self, records) -> int:
        """Appends an array ``(n, *item_shape)`` of exactly the store's dtype, n ≥ 1. Returns the index of the first.

        All of the batch becomes visible at once; durable after sync() or close(). Raises ValueError before anything is
        written; OutOfSpace and other OSErrors leave the store as it was.
        """
        return self._append_dense(records)

    def __array__(self, dtype=None, copy=None):
        records = self[:]
        return records if dtype is None else records.astype(dtype, copy=False)

    def _bytes_per_record(self) -> int:
        return int(np.prod(self._item_shape, dtype=np.int64)) * self._dtype.itemsize


class RaggedStore(_Store):
    """Records of one dtype, each with a shape of its own.

    Parameters and errors are those of DenseStore, without ``item_shape``. ``store[i]`` is an array with the shape that was
    stored; a batch is a list of arrays.

    >>> words = RaggedStore("words", "uint8")
    >>> words.append([b"one", b"three", np.zeros((2, 2), "uint8")])
    0
    >>> [record.shape for record in words]
    [(3,), (5,), (2, 2)]
    >>> words[1].tobytes()
    b'three'
    >>> words.close()
    """

    _ragged = True
    _kind = "ragged"

    if TYPE_CHECKING:
        @overload
        def __getitem__(self, index: SupportsIndex) -> np.ndarray: ...
        @overload
        def __getitem__(self, index: Any) -> list[np.ndarray]: ...
        def __getitem__(self, index): ...
        def __getitems__(self, index: Any) -> list[np.ndarray]: ...
        def __iter__(self) -> Iterator[np.ndarray]: ...
        def gather(self, indices, threads: int | None = None) -> list[np.ndarray]: ...

    def __init__(self, path, dtype=None, codec=None, dict_bytes=None, *, mode: str = "a", level: int | None = None,
                 lock: bool = True, tune: str | None = None):
        super().__init__(path, dtype, None, codec, dict_bytes, mode, level, lock, tune)

    def append(self, records) -> int:
        """Appends each array of an iterable, of the store's dtype and any shape; ``bytes`` where the dtype is uint8.
        Returns the index of the first.

        All of the batch becomes visible at once. Raises ValueError before anything is written: another dtype, an empty
        batch, a record of no bytes or of more than 2**31.
        """
        return self._append_ragged(records)

    def gather_packed(self, indices, threads: int | None = None) -> PackedRecords:
        """The records as one array of values with offsets and shapes: the quickest way to read them."""
        return PackedRecords(*self._gather_packed(indices, threads_of(threads)))

    def _bytes_per_record(self) -> int:
        """About; of the first records."""
        count = min(len(self), 4096)
        return max(1, int(self._record_ends(slice(0, count))[-1]) // count) if count else 1


os.register_at_fork(after_in_child=_core.forget_parent)
