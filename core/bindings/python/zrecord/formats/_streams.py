"""What all formats share: records in blocks, from somewhere into stores, and from stores to somewhere."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .._sets import StreamSet, open_set
from .._stores import DenseStore, RaggedStore, _Store
from .._transfer import open_store
from ..errors import BadFormat, InvalidArgument, StoreExists, StoreNotFound, Unsupported

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


# ---- progress ---------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def reporting(progress, stage: str, total: int | None):
    """A function of the records done. ``progress`` is a function of (stage, done, total), True for a bar of tqdm where that
    package is installed, or None."""
    bar = None
    if progress is True:
        try:
            from tqdm import tqdm
        except ImportError:
            progress = None
        else:
            bar = tqdm(total=total, desc=stage, unit=" records", unit_scale=True)
            progress = None
    try:
        if bar is not None:
            yield lambda done: bar.update(done - bar.n)
        elif progress is not None:
            yield lambda done: progress(stage, done, total)
        else:
            yield lambda done: None
    finally:
        if bar is not None:
            bar.close()


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
    building = path.absolute().parent / f".{path.name}.importing"
    note = {"source": json.loads(json.dumps(source.identity)),
            "columns": {name: [str(column.dtype), column.shape] for name, column in source.columns.items()}}
    _prepare(building, json.loads(json.dumps(note)), resume)
    streams = {name: _stream(building / name, column, _own(codec, name, "zstd"), _own(dict_bytes, name, None), level)
               for name, column in source.columns.items()}
    try:
        _fill(source, streams, progress)
    finally:
        for store in streams.values():
            store.close()
    for name, values in source.names.items():
        (building / f"{name}.names.txt").write_text("".join(f"{value}\n" for value in values), encoding="utf-8")
    return _finish(building, path, next(iter(streams)) if single else None)


def _own(choice, name, default):
    """An option for all streams, or ``{stream: option}``."""
    return choice.get(name, default) if isinstance(choice, dict) else choice


def _prepare(building: Path, note: dict, resume: bool) -> None:
    if building.exists():
        try:
            left = json.loads((building / _NOTE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            left = None
        if resume and left == note:
            return
        if resume and left is not None:
            raise InvalidArgument(f"{building} holds an interrupted import of another source, or one that has changed since; give "
                                  "resume=False to begin anew, or go on with the former source")
        shutil.rmtree(building)
    building.mkdir(parents=True)
    fresh = building / (_NOTE + ".new")
    fresh.write_text(json.dumps(note), encoding="utf-8")
    fresh.rename(building / _NOTE)


def _stream(path: Path, column: Column, codec, dict_bytes, level):
    if codec != "zstd_dict":
        dict_bytes = None
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
    chosen = None if indices is None else np.arange(length)[indices]
    total = length if chosen is None else len(chosen)
    bytes_each = sum(store._bytes_per_record() for store in streams.values())
    step = max(1, BLOCK // max(1, bytes_each))
    with reporting(progress, "exporting", total) as report:
        for start in range(0, total, step):
            part = slice(start, min(start + step, total)) if chosen is None else chosen[start:start + step]
            yield {name: store[part] for name, store in streams.items()}
            report(min(start + step, total))


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
