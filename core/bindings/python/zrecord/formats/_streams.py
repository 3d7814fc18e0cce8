"""What all formats share: records in blocks, from somewhere into stores, and from stores to somewhere."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .._arguments import CODECS, bytes_of, choice, level_of
from .._blocks import blocks_of
from .._progress import reporting
from .._sets import StreamSet, open_set
from .._stores import DenseStore, RaggedStore, _Store
from .._transfer import open_store
from ..errors import BadFormat, InvalidArgument, OutOfRange, StoreExists, StoreNotFound, Unsupported, WrongType

#: Bytes of records that are in memory at once.
BLOCK = 8 << 20
#: Bytes after which what was imported is made durable.
_SYNC = 256 << 20
_NOTE = "import.json"


class Column(NamedTuple):
    """One stream to be: records of ``shape``, or ragged ones where it is None."""

    dtype: np.dtype
    shape: tuple[int, ...] | None = None


#: Lines of text, and whatever else is only bytes.
BYTES = Column(np.dtype("uint8"))


class Source:
    """Records of another format. ``blocks(start)`` gives ``{name: records}`` from record ``start`` on: an array of a dense
    column, a list of arrays of a ragged one, all of one length and about BLOCK bytes together."""

    def __init__(self, columns: dict[str, Column], length: int | None, identity, blocks, names=None):
        if not columns:
            raise InvalidArgument("the source has no column that a store can hold")
        self.columns, self.length, self.identity, self.blocks = columns, length, identity, blocks
        #: {stream: names of its values}: kept in ``<stream>.names.txt``
        self.names = names or {}


def package(name: str, extra: str):
    """An optional package, or an error that says how to get it."""
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is needed for this format and cannot be imported ({error}); pip install 'zrecord[{extra}]' brings it") from error


def files_of(files, what: str) -> list[Path]:
    """A path, a pattern with * or ?, or several, in the order of their names; ranges such as {000..012} are written out."""
    found: list[Path] = []
    for file in [files] if isinstance(files, (str, os.PathLike)) else files:
        text = os.fspath(file)
        if any(mark in text for mark in "*?["):
            path = Path(text)
            found += sorted(path.parent.glob(path.name))
        else:
            found += [Path(part) for part in _ranges(text)]
    for path in found:
        if not path.exists():
            raise StoreNotFound(f"{path}: there is no such {what}")
    if not found:
        raise StoreNotFound(f"{files}: there is no such {what}")
    return found


def _ranges(text: str) -> list[str]:
    import re

    match = re.search(r"\{(\d+)\.\.(\d+)\}", text)
    if match is None:
        return [text]
    first, last = match.groups()
    return [more for number in range(int(first), int(last) + 1)
            for more in _ranges(text[:match.start()] + str(number).zfill(len(first)) + text[match.end():])]


def identity_of(paths) -> list:
    """What tells whether files are still the same: name, size, time of change."""
    return [[str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns] for path in map(Path, paths)]


def identity_of_many(folder: Path, files) -> list:
    """As identity_of(), in few bytes, for any number of files inside a folder."""
    digest, count = hashlib.sha256(), 0
    for file in sorted(files):
        facts = file.stat()
        digest.update(f"{file.relative_to(folder).as_posix()}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
        count += 1
    return [str(folder.resolve()), count, digest.hexdigest()]


def identity_of_function(function):
    """What tells whether a function is still the same: its name, its code and the plain values that it holds."""
    if function is None:
        return None
    name = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__qualname__)}"
    code = getattr(function, "__code__", None)
    if code is None:
        return name
    held = [cell.cell_contents for cell in function.__closure__ or () if cell != type(cell)()] + list(function.__defaults__ or ())
    plain = [value for value in held if isinstance(value, (int, float, complex, str, bytes, type(None)))]
    return f"{name} {hashlib.sha256(repr((_code_facts(code), plain)).encode('utf-8', 'surrogateescape')).hexdigest()}"


def _code_facts(code):
    constants = [_code_facts(value) if hasattr(value, "co_code") else sorted(map(repr, value)) if isinstance(value, frozenset) else repr(value)
                 for value in code.co_consts]
    return code.co_code.hex(), code.co_names, constants


# ---- in -----------------------------------------------------------------------------------------------------------------------


def import_source(source: Source, path, *, single: bool = False, codec="zstd", dict_bytes=None, level: int | None = None,
                  resume: bool = True, progress=None):
    """Makes the stores of a source: one store at ``path`` (``single``), or a set with a stream for each column.

    They grow in a hidden folder beside ``path`` and are renamed into place when they are complete. What an interrupted import
    has left there is gone on with, if the source is the same.
    """
    path = Path(path)
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise StoreExists(f"{path} exists already", store=str(path))
    options = _options(source.columns, codec, dict_bytes, level)
    building = path.absolute().parent / f".{path.name}.importing"
    note = {"source": source.identity, "columns": {name: [str(column.dtype), column.shape] for name, column in source.columns.items()},
            "options": {name: [codec, dictionary and hashlib.sha256(dictionary).hexdigest(), level]
                        for name, (codec, dictionary, level) in options.items()}}
    _prepare(building, json.loads(json.dumps(note)), resume)
    streams = {name: _stream(building / name, column, *options[name]) for name, column in source.columns.items()}
    try:
        _fill(source, streams, progress)
    finally:
        for store in streams.values():
            store.close()
    for name, values in source.names.items():
        (building / f"{name}.names.txt").write_text("".join(f"{value}\n" for value in values), encoding="utf-8")
    return _finish(building, path, next(iter(streams)) if single else None)


def _options(columns, codec, dict_bytes, level) -> dict:
    """{stream: (codec, dictionary or None, level)}; each given once for all, or as ``{stream: option}``."""
    for name, given in (("codec", codec), ("dict_bytes", dict_bytes)):
        if isinstance(given, dict) and (unknown := sorted(set(given) - set(columns))):
            raise InvalidArgument(f"{name} is given for {unknown[0]!r}, and the streams are {', '.join(map(repr, columns))}")
    level = level_of(level)
    found = {}
    for name in columns:
        own = choice("codec", _own(codec, name, "zstd"), CODECS)
        dictionary = bytes_of("dict_bytes", _own(dict_bytes, name, None)) if own == "zstd_dict" else None
        found[name] = own, dictionary, level
    return found


def _own(choice, name, default):
    return choice.get(name, default) if isinstance(choice, dict) else choice


#: What a resumed import must find as it was: key of the note, and how to say that it differs.
_SAME = (("source", "of another source, or one that has changed since"), ("columns", "of records of other types or shapes"),
         ("options", "with another codec, dictionary or level"))


def _prepare(building: Path, note: dict, resume: bool) -> None:
    if building.exists():
        try:
            left = json.loads((building / _NOTE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            left = None
        if resume and left == note:
            return
        if resume and left is not None:
            differs = next((text for key, text in _SAME if left.get(key) != note[key]), "of another version")
            raise InvalidArgument(f"{building} holds an interrupted import {differs}; give resume=False to begin anew, or go on with "
                                  "the former source and options")
        shutil.rmtree(building)
    building.mkdir(parents=True)
    fresh = building / (_NOTE + ".new")
    fresh.write_text(json.dumps(note), encoding="utf-8")
    fresh.rename(building / _NOTE)


def _stream(path: Path, column: Column, codec, dict_bytes, level):
    if (path / "meta.zr").exists():
        return open_store(path, "a")
    if column.shape is None:
        return RaggedStore(path, column.dtype, codec, dict_bytes, level=level)
    return DenseStore(path, column.dtype, column.shape, codec, dict_bytes, level=level)


def _fill(source: Source, streams: dict, progress) -> None:
    done = min(map(len, streams.values()))
    for store in streams.values():
        if len(store) > done:
            store.delete(range(done, len(store)))
    unsynced = 0
    with reporting(progress, "importing", source.length) as report:
        report(done)
        for block in source.blocks(done):
            counts = {name: len(records) for name, records in block.items()}
            if len(set(counts.values())) != 1 or set(counts) != set(streams):
                raise BadFormat(f"the source gives different numbers of records after record {done}: {counts}")
            count = next(iter(counts.values()))
            if count == 0:
                continue
            for name, store in streams.items():
                _append(name, store, block[name], done)
                unsynced += sum(r.nbytes for r in block[name]) if isinstance(block[name], list) else block[name].nbytes
            done += count
            report(done)
            if unsynced >= _SYNC:
                unsynced = 0
                for store in streams.values():
                    store.sync()
    if source.length is not None and done != source.length:
        raise BadFormat(f"the source has {done} records, not {source.length} as it says")


def _append(name, store, records, first) -> None:
    try:
        store.append(records)
    except ValueError as error:
        raise type(error)(f"column {name!r}, records {first} to {first + len(records) - 1}: {error}") from error


def _finish(building: Path, path: Path, single: str | None):
    if path.exists():
        path.rmdir()
    if single is None:
        (building / _NOTE).unlink()
        building.rename(path)
    else:
        (building / single).rename(path)
        names = building / f"{single}.names.txt"
        if names.exists():
            names.rename(path.with_name(f"{path.name}.names.txt"))
        shutil.rmtree(building)
    descriptor = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return open_set(path, "r+") if single is None else open_store(path, "a")


# ---- out ----------------------------------------------------------------------------------------------------------------------


def streams_of(source, alone: str = "records") -> dict[str, _Store]:
    """``{name: store}`` of a store, a set or a dict."""
    if isinstance(source, _Store):
        return {alone: source}
    streams = dict(source)
    if not streams:
        raise InvalidArgument("there is no stream to write out")
    if isinstance(source, StreamSet) and (fault := source.difference()) is not None:
        raise InvalidArgument(fault)
    if len({len(store) for store in streams.values()}) != 1:
        raise InvalidArgument(f"the streams differ in length: { {name: len(store) for name, store in streams.items()} }")
    return {str(name): store for name, store in streams.items()}


def export_blocks(streams: dict, indices=None, progress=None):
    """``{name: records}`` of all records, or those of ``indices``, in blocks of bounded memory."""
    length = len(next(iter(streams.values())))
    chosen = None if indices is None else _chosen(length, indices)
    total = length if chosen is None else len(chosen)
    with reporting(progress, "exporting", total) as report:
        for start, end in blocks_of(list(streams.values()), total, BLOCK, chosen):
            part = slice(start, end) if chosen is None else chosen[start:end]
            yield {name: store[part] for name, store in streams.items()}
            report(end)


def _chosen(length: int, indices) -> np.ndarray:
    if isinstance(indices, slice):
        return np.arange(length)[indices]
    wanted = np.atleast_1d(indices)
    if wanted.size and wanted.dtype.kind not in "iub":
        raise WrongType(f"indices are integers, a slice or a mask, not {indices!r:.80}")
    try:
        return np.arange(length)[wanted if wanted.size else []]
    except IndexError as error:
        raise OutOfRange(f"indices: {error}; there are {length} records") from None


def record_at(records, i) -> np.ndarray:
    """Record i of a block as an array of the stream's own type, also where NumPy's scalars would lose its width."""
    return records[i] if isinstance(records, list) else records[i, ...]


def refuse_empty(streams: dict, indices, what: str) -> None:
    """Raises Unsupported where nothing would say in the file which streams there were."""
    length = len(next(iter(streams.values())))
    if length == 0 or (indices is not None and len(_chosen(length, indices)) == 0):
        raise Unsupported(f"there is no record to write out, and {what} says nothing about streams without records")


@contextlib.contextmanager
def complete_file(file, overwrite: bool):
    """A path to write to, which takes the place of ``file`` when all went well, and is gone otherwise."""
    file = Path(file)
    if file.exists() and not overwrite:
        raise StoreExists(f"{file} exists already; overwrite=True replaces it")
    fresh = file.absolute().with_name(f".{file.name}.exporting")
    _remove(fresh)
    try:
        yield fresh
        if file.is_dir():
            shutil.rmtree(file)
        fresh.rename(file)
    finally:
        _remove(fresh)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def as_array(value, dtype: np.dtype) -> np.ndarray:
    """Bytes or text as an array of uint8; else an array of that type."""
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return np.frombuffer(value, np.uint8)
    return np.asarray(value, dtype)


def dense_only(name, store, what: str) -> None:
    """Raises Unsupported for a ragged store."""
    if store._ragged:
        raise Unsupported(f"{what} has no place for records of different shapes, which stream {name!r} holds")
