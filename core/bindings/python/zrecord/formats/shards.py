"""MDS, the shards of MosaicML Streaming."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

from ..errors import BadFormat, InvalidArgument, StoreNotFound, Unsupported
from ._streams import (BLOCK, BYTES, Column, Source, complete_file, export_blocks, identity_of, import_source, package, refuse_empty,
                       streams_of)

_NUMBERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64")
_BYTES = ("bytes", "str", "json", "jpeg", "png", "pil", "jpg")


def _mds_column(name, encoding) -> Column:
    if encoding in _BYTES:
        return BYTES
    if encoding == "int":
        return Column(np.dtype("i8"), ())
    if encoding in _NUMBERS:
        return Column(np.dtype(encoding), ())
    kind, *parts = encoding.split(":")
    if kind == "ndarray" and len(parts) == 2:
        return Column(np.dtype(parts[0]), tuple(int(size) for size in parts[1].split(",")))
    raise Unsupported(f"column {name!r} is encoded as {encoding!r}; numbers, bytes, text, json, images and ndarray:DTYPE:SHAPE can be read")


def from_mds(folder, path, columns=None, *, codec="zstd", dict_bytes=None, level: int | None = None, resume: bool = True,
             progress=None):
    """Makes a set of the samples of an MDS folder (``index.json`` and shards, also .zstd); opens it for writing.

    Numbers become dense streams of scalars, ``ndarray:DTYPE:SHAPE`` dense ones of that shape, bytes, text, JSON and images
    ragged ones of uint8. ``columns`` chooses some. Memory: one shard. An interrupted import goes on where it stood.
    """
    folder = Path(folder)
    index_path = folder / "index.json"
    if not index_path.exists():
        raise StoreNotFound(f"{folder} has no index.json: it is no MDS folder")
    try:
        shards = json.loads(index_path.read_text(encoding="utf-8"))["shards"]
        encodings = dict(zip(shards[0]["column_names"], shards[0]["column_encodings"]))
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise BadFormat(f"{index_path} is no index of MDS: {error}") from error
    names = list(encodings) if columns is None else [columns] if isinstance(columns, str) else list(columns)
    for name in names:
        if name not in encodings:
            raise InvalidArgument(f"{folder} has no column {name!r}; it has {', '.join(map(repr, encodings))}")
    kinds = {name: _mds_column(name, encodings[name]) for name in names}

    def blocks(start):
        for shard in shards:
            if start >= shard["samples"]:
                start -= shard["samples"]
                continue
            yield from _shard_blocks(folder, shard, kinds, start)
            start = 0

    source = Source(kinds, sum(shard["samples"] for shard in shards), ["mds", identity_of([index_path, *_shard_files(folder, shards)]), names], blocks)
    return import_source(source, path, single=isinstance(columns, str), codec=codec, dict_bytes=dict_bytes, level=level, resume=resume,
                         progress=progress)


def _shard_files(folder, shards) -> list[Path]:
    files = (folder / shard[data]["basename"] for shard in shards for data in ("raw_data", "zip_data") if shard.get(data))
    return [file for file in files if file.exists()]


def _shard_bytes(folder, shard) -> bytes:
    raw = folder / shard["raw_data"]["basename"]
    if raw.exists():
        content = raw.read_bytes()
    elif shard.get("zip_data") and str(shard.get("compression", "")).startswith("zstd"):
        packed = folder / shard["zip_data"]["basename"]
        if not packed.exists():
            raise StoreNotFound(f"neither {raw} nor {packed} is there")
        content = package("zstandard", "mds").ZstdDecompressor().decompress(packed.read_bytes(), max_output_size=shard["raw_data"]["bytes"])
    else:
        raise StoreNotFound(f"{raw} is not there; compression {shard.get('compression')!r} cannot be read")
    if len(content) != shard["raw_data"]["bytes"]:
        raise BadFormat(f"{raw} has {len(content)} bytes, not {shard['raw_data']['bytes']} as index.json says")
    return content


def _shard_blocks(folder, shard, kinds, start):
    content = memoryview(_shard_bytes(folder, shard))
    where = folder / shard["raw_data"]["basename"]
    (count,) = struct.unpack_from("<I", content)
    if count != shard["samples"] or len(content) < 4 * (count + 2):
        raise BadFormat(f"{where} holds {count} samples, not {shard['samples']} as index.json says")
    offsets = np.frombuffer(content, "<u4", count + 1, 4).astype("i8")
    if offsets[-1] > len(content) or (np.diff(offsets) < 0).any():
        raise BadFormat(f"{where}: the table of its samples is damaged")
    names, sizes = shard["column_names"], shard["column_sizes"]
    block, size = {name: [] for name in kinds}, 0
    for number in range(start, count):
        sample = content[offsets[number]:offsets[number + 1]]
        at = 4 * sum(1 for fixed in sizes if fixed is None)
        lengths = iter(np.frombuffer(sample, "<u4", at // 4).tolist())
        for name, fixed in zip(names, sizes):
            length = next(lengths) if fixed is None else fixed
            if length > len(sample) - at:
                raise BadFormat(f"{where}: sample {number} is damaged")
            if name in kinds:
                kind = kinds[name]
                record = np.frombuffer(sample, kind.dtype, length // kind.dtype.itemsize, at)
                block[name].append(record if kind.shape is None else record.reshape(kind.shape))
            at += length
        size += len(sample)
        if size >= BLOCK:
            yield _stacked(block, kinds)
            block, size = {name: [] for name in kinds}, 0
    if block[next(iter(kinds))]:
        yield _stacked(block, kinds)


def _stacked(block, kinds):
    return {name: records if kinds[name].shape is None else np.stack(records) for name, records in block.items()}


def to_mds(source, folder, indices=None, *, shard_bytes: int = 64 << 20, overwrite: bool = False, progress=None) -> int:
    """Writes a store or a set to an MDS folder; returns how many records.

    Dense scalars become numbers, other dense records ``ndarray:DTYPE:SHAPE``, ragged one-dimensional uint8 records bytes; others
    raise Unsupported, and so does a set without records.
    """
    streams = streams_of(source)
    refuse_empty(streams, indices, "an MDS folder")
    encodings = {name: _encoding(name, store) for name, store in streams.items()}
    sizes = [None if store._ragged else store._bytes_per_record() for store in streams.values()]
    shards: list = []
    samples: list = []
    size = done = 0
    with complete_file(folder, overwrite) as fresh:
        fresh.mkdir()
        for block in export_blocks(streams, indices, progress):
            for i in range(len(next(iter(block.values())))):
                for name, store in streams.items():
                    if store._ragged and block[name][i].ndim != 1:
                        raise Unsupported(f"stream {name!r}, record {done} of the export has shape {block[name][i].shape}: MDS has no place "
                                          "for the shape of a ragged record; write such a stream with to_webdataset or to_zarr")
                values = [np.ascontiguousarray(block[name][i]).tobytes() for name in streams]
                heads = b"".join(struct.pack("<I", len(value)) for value, fixed in zip(values, sizes) if fixed is None)
                samples.append(heads + b"".join(values))
                size += len(samples[-1])
                done += 1
                if size >= shard_bytes:
                    shards.append(_write_shard(fresh, len(shards), samples, encodings, sizes, shard_bytes))
                    samples, size = [], 0
        if samples:
            shards.append(_write_shard(fresh, len(shards), samples, encodings, sizes, shard_bytes))
        (fresh / "index.json").write_text(json.dumps({"shards": shards, "version": 2}, sort_keys=True), encoding="utf-8")
    return done


def _encoding(name, store) -> str:
    if store._ragged:
        if store.dtype != np.uint8:
            raise Unsupported(f"stream {name!r}: MDS has no place for ragged records of {store.dtype}")
        return "bytes"
    if store.dtype.name not in _NUMBERS or store.dtype.byteorder == ">":
        raise Unsupported(f"stream {name!r}: MDS has no place for {store.dtype}")
    return store.dtype.name if store.item_shape == () else f"ndarray:{store.dtype.name}:{','.join(map(str, store.item_shape))}"


def _write_shard(folder, number, samples, encodings, sizes, shard_bytes) -> dict:
    facts = {"column_encodings": list(encodings.values()), "column_names": list(encodings), "column_sizes": sizes,
             "compression": None, "format": "mds", "hashes": [], "size_limit": shard_bytes}
    config = json.dumps(facts, sort_keys=True).encode()
    first = 4 + 4 * (len(samples) + 1) + len(config)
    offsets = np.concatenate([[0], np.cumsum([len(sample) for sample in samples])]) + first
    if offsets[-1] >= 1 << 32:
        raise InvalidArgument(f"a shard of {offsets[-1]} bytes is more than MDS can count: give a shard_bytes well below 4 GiB")
    content = struct.pack("<I", len(samples)) + offsets.astype("<u4").tobytes() + config + b"".join(samples)
    name = f"shard.{number:05d}.mds"
    (folder / name).write_bytes(content)
    return {**facts, "raw_data": {"basename": name, "bytes": len(content), "hashes": {}}, "samples": len(samples), "version": 2,
            "zip_data": None}
