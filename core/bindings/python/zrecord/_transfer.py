"""Files in and out of stores."""

from __future__ import annotations

from pathlib import Path

from . import _core
from ._stores import DenseStore, RaggedStore, _Store


def from_npy(file, path, *, codec: str = "zstd", dict_bytes: bytes | None = None, level: int | None = None,
             progress=None) -> DenseStore:
    """Makes a dense store of an .npy file (also .npy.gz), whose first axis counts records; opens it for writing.

    Bounded memory; the store appears complete or not at all. Raises FileNotFoundError, BadFormat, StoreExists, ValueError
    for arrays that no store can hold.

    >>> np.save("numbers.npy", np.arange(6, dtype="int16").reshape(3, 2))
    >>> store = from_npy("numbers.npy", "numbers")
    >>> store[1], store.item_shape
    (array([2, 3], dtype=int16), (2,))
    >>> store.close()
    """
    _core.import_new(Path(file), Path(path), "npy", "", False, False, codec, dict_bytes, level, progress)
    return DenseStore(path)


def from_npz(file, path, member: str | None = None, *, members_are_records: bool = False, codec: str = "zstd",
             dict_bytes: bytes | None = None, level: int | None = None, progress=None) -> DenseStore | RaggedStore:
    """Makes a store of an .npz file and opens it for writing.

    Dense from the array ``member`` (None: the only one); ragged from an archive that to_npz() made of a ragged store, or with
    ``members_are_records``: then every array is one record. Raises as from_npy() does.
    """
    _core.import_new(Path(file), Path(path), "npz", member or "", members_are_records, members_are_records, codec, dict_bytes,
                     level, progress)
    return open_store(path, "a")


def from_file(file, path, format: str = "auto", *, codec: str = "zstd", dict_bytes: bytes | None = None, level: int | None = None,
              progress=None) -> DenseStore | RaggedStore:
    """Makes a store of a file, known by its first bytes: npy, npz, IDX (the MNIST family) or, with format "text", lines of
    text as ragged uint8 records; all but npz also gzipped. Opens it for writing."""
    _core.import_new(Path(file), Path(path), format, "", False, False, codec, dict_bytes, level, progress)
    return open_store(path, "a")


def append_file(store: DenseStore | RaggedStore, file, format: str = "auto", *, member: str | None = None, progress=None) -> int:
    """Appends all records of a file; returns how many. Their dtype and shape must be those of the store."""
    return _core.append_file(store, Path(file), format, member or "", False, progress)


def to_npy(store: DenseStore, file, indices=None, *, overwrite: bool = False, progress=None) -> int:
    """Writes a dense store, or the records of ``indices``, to an .npy file; returns how many. The file appears complete or
    not at all. Raises StoreExists unless ``overwrite``, Unsupported for a ragged store."""
    return _core.export_file(store, Path(file), "npy", indices, False, overwrite, progress)


def to_npz(store: DenseStore | RaggedStore, file, indices=None, *, compress: bool = False, overwrite: bool = False,
           progress=None) -> int:
    """Writes records to an .npz file: one array "records" of a dense store, four arrays of a ragged one (values, offsets,
    shapes, shape_offsets, as in gather_packed). Returns how many."""
    return _core.export_file(store, Path(file), "npz", indices, compress, overwrite, progress)


def open_store(path, mode: str = "r", *, lock: bool = True) -> DenseStore | RaggedStore:
    """Opens an existing store of either kind. ``mode`` as for DenseStore, "r" by default."""
    from .errors import WrongKind

    mode = "r+" if mode == "a" else mode
    try:
        return DenseStore(path, mode=mode, lock=lock)
    except WrongKind:
        return RaggedStore(path, mode=mode, lock=lock)
