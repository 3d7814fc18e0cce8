"""Files in and out of stores."""

from __future__ import annotations

from pathlib import Path

from . import _core
from ._arguments import bytes_of, codec_of, level_of
from ._progress import told
from ._stores import DenseStore, RaggedStore, _Store
from .errors import WrongKind, WrongType


def _text(name: str, value) -> str:
    if not isinstance(value, str):
        raise WrongType(f"{name} is text, not {value!r:.80}")
    return value


def _is_store(store) -> None:
    if not isinstance(store, _Store):
        raise WrongType(f"store is a DenseStore or RaggedStore, not {store!r:.80}")


def _make(file, path, format, member, members_are_records, codec, dict_bytes, level, progress) -> None:
    with told(progress) as tell:
        _core.import_new(Path(file), Path(path), _text("format", format), _text("member", member), members_are_records, members_are_records,
                         codec_of(codec), bytes_of("dict_bytes", dict_bytes), level_of(level), tell)


def from_npy(file, path, *, codec: str = "zstd", dict_bytes: bytes | None = None, level: int | None = None,
             progress=None) -> DenseStore:
    """Makes a dense store of an .npy file (also .npy.gz), whose first axis counts records; opens it for writing.

    Bounded memory. The store appears complete or not at all: an import that was interrupted leaves nothing, and begins anew when
    it is called again, unlike those of ``zrecord.formats``. ``progress`` is a function of (stage, done, total), or True for a bar
    of tqdm where that is installed. Raises FileNotFoundError, BadFormat, StoreExists, ValueError
    for arrays that no store can hold.

    >>> np.save("numbers.npy", np.arange(6, dtype="int16").reshape(3, 2))
    >>> store = from_npy("numbers.npy", "numbers")
    >>> store[1], store.item_shape
    (array([2, 3], dtype=int16), (2,))
    >>> store.close()
    """
    _make(file, path, "npy", "", False, codec, dict_bytes, level, progress)
    return DenseStore(path)


def from_npz(file, path, member: str | None = None, *, members_are_records: bool = False, codec: str = "zstd",
             dict_bytes: bytes | None = None, level: int | None = None, progress=None) -> DenseStore | RaggedStore:
    """Makes a store of an .npz file and opens it for writing.

    Dense from the array ``member`` (None: the only one); ragged from an archive that to_npz() made of a ragged store, or with
    ``members_are_records``: then every array is one record. Complete or not at all, not resumable, and raises, as from_npy().
    """
    _make(file, path, "npz", member or "", bool(members_are_records), codec, dict_bytes, level, progress)
    return open_store(path, "a")


def from_file(file, path, format: str = "auto", *, codec: str = "zstd", dict_bytes: bytes | None = None, level: int | None = None,
              progress=None) -> DenseStore | RaggedStore:
    """Makes a store of a file, known by its first bytes: npy, npz, IDX (the MNIST family) or, with format "text", lines of
    text as ragged uint8 records; all but npz also gzipped. Opens it for writing. Complete or not at all, not resumable, as from_npy()."""
    _make(file, path, format, "", False, codec, dict_bytes, level, progress)
    return open_store(path, "a")


def append_file(store: DenseStore | RaggedStore, file, format: str = "auto", *, member: str | None = None, progress=None) -> int:
    """Appends all records of a file; returns how many. Their dtype and shape must be those of the store."""
    _is_store(store)
    with told(progress) as tell:
        return _core.append_file(store, Path(file), _text("format", format), _text("member", member or ""), False, tell)


def to_npy(store: DenseStore, file, indices=None, *, overwrite: bool = False, progress=None) -> int:
    """Writes a dense store, or the records of ``indices``, to an .npy file; returns how many. The file appears complete or
    not at all. Raises StoreExists unless ``overwrite``, Unsupported for a ragged store."""
    _is_store(store)
    with told(progress) as tell:
        return _core.export_file(store, Path(file), "npy", indices, False, bool(overwrite), tell)


def to_npz(store: DenseStore | RaggedStore, file, indices=None, *, compress: bool = False, overwrite: bool = False,
           progress=None) -> int:
    """Writes records to an .npz file: one array "records" of a dense store, four arrays of a ragged one (values, offsets,
    shapes, shape_offsets, as in gather_packed). Returns how many."""
    _is_store(store)
    with told(progress) as tell:
        return _core.export_file(store, Path(file), "npz", indices, bool(compress), bool(overwrite), tell)


def open_store(path, mode: str = "r", *, lock: bool = True) -> DenseStore | RaggedStore:
    """Opens an existing store of either kind. ``mode`` as for DenseStore, "r" by default."""
    mode = "r+" if mode == "a" else mode
    try:
        return DenseStore(path, mode=mode, lock=lock)
    except WrongKind:
        return RaggedStore(path, mode=mode, lock=lock)
