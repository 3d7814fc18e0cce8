"""Stores as sources and sinks of Ray Data, for data sets that outgrow one machine. Needs ray[data].

    from zrecord.ray import read_zrecord, write_zrecord

    data = read_zrecord("train", index="index").map_batches(augment)
    write_zrecord(data, "augmented")               # every task writes a set of its own; a manifest joins them
    loader = zrecord.DataLoader(zrecord.open_shards("augmented"), order="local")

All nodes must see the paths. deduplicate(), recode(), select() and statistics() give the same results on any number of nodes.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import uuid
from pathlib import Path

import numpy as np
import pyarrow as pa
import ray
from ray.data.block import BlockAccessor, BlockMetadata
from ray.data.datasource import Datasink, Datasource, ReadTask

from ._shards import open_part, parts_of, write_manifest
from ._stores import DenseStore, RaggedStore
from .errors import InvalidArgument, StoreExists, StoreNotFound, Unsupported, WrongKind

__all__ = ["read_zrecord", "write_zrecord", "deduplicate", "recode", "select", "statistics"]

#: Tasks begin at multiples of so many records.
GROUP = 1024
_BLOCK = 16 << 20
_PIECE = 64  # records that statistics() reads at once


# ---- in -----------------------------------------------------------------------------------------------------------------------


class _Source(Datasource):
    """Ranges of records of several stores or sets as one sequence."""

    def __init__(self, parts, streams, index, indices):
        super().__init__()
        self._parts, self._streams, self._index = parts, streams, index
        self._indices = indices  # None: all records; else ascending numbers
        self._bytes = None

    def get_name(self) -> str:
        return "Zrecord"

    def _length(self) -> int:
        return sum(records for _, records in self._parts) if self._indices is None else len(self._indices)

    def _record_bytes(self) -> int:
        if self._bytes is None:
            opened = open_part(self._parts[0][0])
            try:
                self._bytes = sum(store._bytes_per_record() for name, store in opened.items() if self._streams is None or name in self._streams)
            finally:
                _close(opened)
        return max(1, self._bytes)

    def estimate_inmemory_data_size(self):
        return self._length() * self._record_bytes()

    def get_read_tasks(self, parallelism, per_task_row_limit=None, data_context=None):
        length = self._length()
        step = max(GROUP, -(-length // max(1, parallelism) // GROUP) * GROUP)
        tasks = []
        for start in range(0, length, step):
            end = min(start + step, length)
            chosen = range(start, end) if self._indices is None else self._indices[start:end]
            metadata = BlockMetadata(num_rows=end - start, size_bytes=(end - start) * self._record_bytes(), exec_stats=None, input_files=None)
            tasks.append(ReadTask(_Reading(self._parts, self._streams, self._index, chosen, self._record_bytes()), metadata,
                                  per_task_row_limit=per_task_row_limit))
        return tasks


class _Reading:
    """What one task reads; travels to a node."""

    def __init__(self, parts, streams, index, chosen, record_bytes):
        self._parts, self._streams, self._index, self._chosen = parts, streams, index, chosen
        self._step = max(1, _BLOCK // record_bytes)
        if self._step > GROUP:
            self._step -= self._step % GROUP

    def __call__(self):
        chosen = np.arange(self._chosen.start, self._chosen.stop) if isinstance(self._chosen, range) else np.asarray(self._chosen)
        begin = 0
        for path, records in self._parts:
            mine = chosen[np.searchsorted(chosen, begin):np.searchsorted(chosen, begin + records)]
            if len(mine):
                opened = open_part(path, records)
                try:
                    # Blocks end at multiples of GROUP in the whole, not in the part.
                    for first, end in _cuts(mine, self._step):
                        yield self._block(opened, mine[first:end], begin)
                finally:
                    _close(opened)
            begin += records

    def _block(self, opened, numbers, begin):
        names = list(opened) if self._streams is None else self._streams
        batch = {}
        for name in names:
            if name not in opened:
                raise StoreNotFound(f"there is no stream {name!r}; there are {', '.join(map(repr, opened))}")
            records = opened[name][numbers - begin]
            batch[name] = _objects(records) if isinstance(records, list) else records
        if self._index is not None:
            batch[self._index] = numbers
        return BlockAccessor.batch_to_block(batch)


def _cuts(numbers, step):
    first = 0
    while first < len(numbers):
        limit = (int(numbers[first]) // step + 1) * step
        end = int(np.searchsorted(numbers, limit))
        yield first, end
        first = end


def _objects(records):
    column = np.empty(len(records), object)
    for i, record in enumerate(records):
        column[i] = record
    return column


def _close(opened):
    for store in opened.values():
        store.close()


def read_zrecord(source, *, streams=None, index: str | None = None, indices=None, **options):
    """A ``ray.data.Dataset`` of records.

    ``source``   a store, a set, shards under a manifest, or a list of these: one sequence of records
    ``streams``  names of those to read; None is all. A store by itself is called "records"
    ``index``    name of a column with the number of each record in the sequence
    ``indices``  only these records, in ascending order
    ``options``  of ``ray.data.read_datasource``, such as ``override_num_blocks``, ``concurrency``

    Dense records come as tensors, ragged ones as tensors of variable shape; those of one stream have one number of dimensions.
    """
    parts = parts_of(source)
    if not parts or sum(records for _, records in parts) == 0:
        raise InvalidArgument(f"{source} holds no record to read")
    if indices is not None:
        indices = np.unique(np.asarray(indices, "i8"))
        total = sum(records for _, records in parts)
        if len(indices) and (indices[0] < 0 or indices[-1] >= total):
            raise IndexError(f"indices reach from {indices[0]} to {indices[-1]}, and there are {total} records")
    names = None if streams is None else [streams] if isinstance(streams, str) else list(streams)
    return ray.data.read_datasource(_Source(parts, names, index, indices), **options)


# ---- out ----------------------------------------------------------------------------------------------------------------------


class _Sink(Datasink):
    """Every task writes a set into a hidden folder; the driver gives them their names and joins them."""

    def __init__(self, path, columns, codec, dict_bytes, level):
        self._path, self._columns = Path(path).absolute(), columns
        self._codec, self._dict_bytes, self._level = codec, dict_bytes, level
        self._writing = self._path / ".writing"

    def get_name(self) -> str:
        return "Zrecord"

    def on_write_start(self, schema=None) -> None:
        if self._path.exists() and any(self._path.iterdir()):
            raise StoreExists(f"{self._path} exists already and is not empty", store=str(self._path))
        self._writing.mkdir(parents=True)

    def write(self, blocks, ctx):
        folder = self._writing / uuid.uuid4().hex  # a task that is tried again leaves its first folder behind
        stores, records, facts = {}, 0, {}
        try:
            for block in blocks:
                table = BlockAccessor.for_block(block).to_arrow()
                if table.num_rows == 0:
                    continue
                names = list(table.column_names) if self._columns is None else self._columns
                for name in names:
                    values, ragged = _records_of(name, table, BlockAccessor.for_block(table).to_numpy([name]))
                    if name not in stores:
                        stores[name] = self._create(folder / name, name, values, ragged)
                        facts[name] = ["ragged" if ragged else "dense", str(stores[name].dtype), list(() if ragged else values.shape[1:])]
                    stores[name].append(values)
                records += table.num_rows
        finally:
            _close(stores)
        return {"task": ctx.task_idx, "folder": folder.name, "records": records, "streams": facts}

    def _create(self, path, name, values, ragged):
        own = (lambda choice, other: choice.get(name, other) if isinstance(choice, dict) else choice)
        codec, dictionary = own(self._codec, "zstd"), own(self._dict_bytes, None)
        dictionary = dictionary if codec == "zstd_dict" else None
        if ragged:
            return RaggedStore(path, values[0].dtype, codec, dictionary, mode="x", level=self._level)
        return DenseStore(path, values.dtype, values.shape[1:], codec, dictionary, mode="x", level=self._level)

    def on_write_complete(self, write_result) -> None:
        done = sorted((part for part in write_result.write_returns if part["records"]), key=lambda part: part["task"])
        for part in done[1:]:
            if part["streams"] != done[0]["streams"]:
                raise WrongKind(f"tasks {done[0]['task']} and {part['task']} wrote records of different kinds: {done[0]['streams']} and "
                                f"{part['streams']}")
        shards = []
        for number, part in enumerate(done):
            name = f"shard-{number:05d}"
            (self._writing / part["folder"]).rename(self._path / name)
            shards.append((name, part["records"]))
        write_manifest(self._path, shards)
        shutil.rmtree(self._writing)

    def on_write_failed(self, error) -> None:
        shutil.rmtree(self._writing, ignore_errors=True)
        with contextlib.suppress(OSError):
            self._path.rmdir()


def _records_of(name, table, values):
    """Records as a store takes them, and whether they are ragged."""
    values = values[name] if isinstance(values, dict) else values
    kind = table.schema.field(name).type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return [np.frombuffer(value.encode() if isinstance(value, str) else value, np.uint8) for value in values], True
    if "Variable" in type(kind).__name__ or pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return [np.ascontiguousarray(value) for value in values], True
    if values.dtype == object:
        raise Unsupported(f"column {name!r} holds {kind}, which no store can")
    return np.ascontiguousarray(values), False


def write_zrecord(data, path, *, columns=None, codec="zstd", dict_bytes=None, level: int | None = None, **options) -> int:
    """Writes a ``ray.data.Dataset`` to ``path``: every task writes a set of stores, with one stream for each column, and a manifest joins
    them in the order of the tasks. Returns how many records.

    ``columns`` chooses some. ``codec`` and ``dict_bytes`` may be one for all streams or ``{stream: value}``. ``options`` are those of
    ``write_datasink``. Nothing is at ``path`` before all of it is there. The records keep the order of the data set when Ray is told to
    (``DataContext.get_current().execution_options.preserve_order = True``), as the functions below do.

    Tensors, numbers and booleans become dense streams, tensors of variable shape and lists ragged ones, text and binary ragged ones
    of uint8.
    """
    data.write_datasink(_Sink(path, None if columns is None else list(columns), codec, dict_bytes, level), **options)
    return sum(records for _, records in parts_of(path))


# ---- what outgrows one machine ------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _in_order():
    options = ray.data.DataContext.get_current().execution_options
    before, options.preserve_order = options.preserve_order, True
    try:
        yield
    finally:
        options.preserve_order = before


def recode(source, path, codec: str, *, dict_bytes=None, level: int | None = None, **options) -> int:
    """Writes all records with another codec, in their order; returns how many."""
    with _in_order():
        return write_zrecord(read_zrecord(source, **options), path, codec=codec, dict_bytes=dict_bytes, level=level)


def select(source, path, keep, *, codec: str = "zstd", dict_bytes=None, **options) -> int:
    """Writes the records for which ``keep(batch)``, a mask over a batch ``{stream: records, "index": numbers}``, is true, in their
    order; returns how many."""
    def chosen(batch):
        mask = np.asarray(keep(batch))
        if mask.dtype != bool or mask.shape != (len(batch["index"]),):
            raise InvalidArgument(f"keep gives one bool for each record, not {mask.dtype} of shape {mask.shape}")
        return {"index": batch["index"][mask]}

    with _in_order():
        found = read_zrecord(source, index="index", **options).map_batches(chosen, batch_size=GROUP)
        kept = np.array([number for batch in found.iter_batches(batch_size=1 << 16) for number in batch["index"].tolist()], "i8")
        if len(kept) == 0:
            raise InvalidArgument("no record is to be kept: there is nothing to write")
        return write_zrecord(read_zrecord(source, indices=kept, **options), path, codec=codec, dict_bytes=dict_bytes)


def _digest(record) -> bytes:
    record = np.asarray(record)
    return hashlib.blake2b(record.tobytes() + repr((record.dtype.str, record.shape)).encode(), digest_size=16).digest()


def deduplicate(source, path, stream: str, *, codec: str = "zstd", dict_bytes=None, **options) -> int:
    """Writes the first of all records that are equal in ``stream``, in their order; returns how many. Records are equal when their
    shapes and bytes have one digest of 128 bits (BLAKE2b)."""
    def digests(batch):
        return {"digest": np.array([_digest(record) for record in batch[stream]], object), "index": batch["index"]}

    with _in_order():
        found = read_zrecord(source, streams=stream, index="index", **options).map_batches(digests, batch_size=GROUP)
        first = found.groupby("digest").min("index")
        kept = np.array([number for batch in first.iter_batches(batch_size=1 << 16) for number in batch["min(index)"].tolist()], "i8")
        return write_zrecord(read_zrecord(source, indices=kept, **options), path, codec=codec, dict_bytes=dict_bytes)


class _GroupFacts:
    """Sums over groups of records, always cut in the same places."""

    def __init__(self, parts, stream):
        self._parts, self._stream = parts, stream
        self._length = sum(records for _, records in parts)

    def __call__(self, batch):
        rows = [self._facts(int(group)) for group in batch["id"]]
        return {name: np.array([row[name] for row in rows]) for name in rows[0]}

    def _facts(self, group):
        row = {"group": group, "records": 0, "elements": 0, "finite": 0, "sum": 0.0, "squares": 0.0, "low": np.inf, "high": -np.inf}
        chosen = range(group * GROUP, min((group + 1) * GROUP, self._length))
        for block in _Reading(self._parts, [self._stream], None, chosen, _BLOCK // _PIECE)():
            records = BlockAccessor.for_block(block).to_numpy([self._stream])
            records = records[self._stream] if isinstance(records, dict) else records
            values = np.concatenate([np.asarray(record).reshape(-1) for record in records]) if records.dtype == object else records.reshape(-1)
            values = values.astype("f8")
            good = values[np.isfinite(values)]
            row["records"] += len(records)
            row["elements"] += len(values)
            row["finite"] += len(good)
            row["sum"] += float(good.sum())
            row["squares"] += float((good * good).sum())
            if len(good):
                row["low"], row["high"] = min(row["low"], float(good.min())), max(row["high"], float(good.max()))
        return row


def statistics(source, stream: str, **options) -> dict:
    """Of all elements of a stream of numbers: ``records``, ``elements``, ``finite``, ``min``, ``max``, ``mean``, ``std``; the last four of
    those that are finite. Summed up in groups of 1,024 records, in their order, so that every cluster gives the same bits.
    ``options`` are those of ``map_batches``."""
    parts = parts_of(source)
    groups = -(-sum(records for _, records in parts) // GROUP)
    if groups == 0:
        raise InvalidArgument(f"{source} holds no record")
    found = ray.data.range(groups).map_batches(_GroupFacts(parts, stream).__call__, batch_size=16, **options)
    rows = sorted(found.iter_rows(), key=lambda row: row["group"])
    total = {name: sum(row[name] for row in rows) for name in ("records", "elements", "finite", "sum", "squares")}
    finite = max(1, int(total["finite"]))
    mean = float(total["sum"]) / finite
    return {"records": int(total["records"]), "elements": int(total["elements"]), "finite": int(total["finite"]),
            "min": float(min(row["low"] for row in rows)), "max": float(max(row["high"] for row in rows)), "mean": mean,
            "std": float(np.sqrt(max(0.0, float(total["squares"]) / finite - mean * mean)))}
