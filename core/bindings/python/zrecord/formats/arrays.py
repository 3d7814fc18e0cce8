"""HDF5 and Zarr: named arrays whose first axis counts records."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .._reports import PackedRecords
from ..errors import InvalidArgument, StoreNotFound
from ._streams import (BLOCK, BYTES, Column, Source, as_array, complete_file, export_blocks, identity_of, import_source,
                       package, streams_of)

_PACKED = PackedRecords._fields


def _block_records(columns: dict[str, Column], ragged_bytes: int = 4096) -> int:
    each = sum(ragged_bytes if column.shape is None else column.dtype.itemsize * int(np.prod(column.shape, dtype=np.int64))
               for column in columns.values())
    return max(1, BLOCK // max(1, each))


def _equal_lengths(lengths: dict[str, int], what: str) -> int:
    if not lengths:
        raise StoreNotFound(f"{what} holds no array whose first axis counts records")
    if len(set(lengths.values())) != 1:
        raise InvalidArgument(f"the arrays of {what} differ in length: {lengths}; name those that belong together")
    return next(iter(lengths.values()))


def _chosen(names, available, what: str) -> list[str]:
    wanted = list(available) if names is None else [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if name not in available:
            raise StoreNotFound(f"{what} holds no array {name!r}; it holds {', '.join(map(repr, available)) or 'none'}")
    return wanted


def _stream_name(name: str) -> str:
    return name.strip("/").replace("/", ".")


# ---- HDF5 -----------------------------------------------------------------------------------------------------------------------


def from_hdf5(file, path, datasets=None, *, codec="zstd", dict_bytes=None, level: int | None = None, resume: bool = True,
              progress=None):
    """Makes stores of the datasets of an HDF5 file, whose first axes count records; opens them for writing. Needs h5py.

    ``datasets`` a name gives one store at ``path``; several names, or None for all datasets in the file, a set of stores with
    a stream for each (``/`` in a name becomes ``.``). Datasets of variable length, and text, become ragged streams.

    Bounded memory. An interrupted import goes on where it stood when it is called again. ``progress`` as for the other
    operations; True shows a bar of tqdm where that is installed.
    """
    h5py = package("h5py", "hdf5")
    file = Path(file)
    with h5py.File(file, "r") as opened:
        available: dict = {}
        opened.visititems(lambda name, item: available.update({name: item}) if isinstance(item, h5py.Dataset) and item.ndim > 0 else None)
        helpers = {name.strip("/") for item in available.values() if (name := item.attrs.get("zrecord_shapes")) is not None}
        names = _chosen(datasets, {name: item for name, item in available.items() if name not in helpers}, str(file))
        items = {_stream_name(name): available[name] for name in names}
        length = _equal_lengths({name: len(item) for name, item in items.items()}, str(file))
        columns = {name: _hdf5_column(h5py, item) for name, item in items.items()}
        step = _block_records(columns)

        def blocks(start):
            for first in range(start, length, step):
                yield {name: _hdf5_records(opened, items[name], columns[name], first, min(first + step, length)) for name in items}

        source = Source(columns, length, ["hdf5", identity_of([file]), names], blocks)
        return import_source(source, path, single=isinstance(datasets, str), codec=codec, dict_bytes=dict_bytes, level=level,
                             resume=resume, progress=progress)


def _hdf5_column(h5py, item) -> Column:
    if h5py.check_string_dtype(item.dtype) is not None:
        return BYTES
    base = h5py.check_vlen_dtype(item.dtype)
    return Column(np.dtype(base)) if base is not None else Column(item.dtype, item.shape[1:])


def _hdf5_records(opened, item, column, first, end):
    if column.shape is not None:
        return item[first:end]
    records = [as_array(value, column.dtype) for value in item[first:end]]
    shapes = item.attrs.get("zrecord_shapes")
    if shapes is not None:
        records = [record.reshape(tuple(map(int, shape))) for record, shape in zip(records, opened[shapes][first:end])]
    return records


def to_hdf5(source, file, indices=None, *, compression=None, overwrite: bool = False, progress=None) -> int:
    """Writes a store or a set to an HDF5 file: a dataset for each stream; returns how many records. Needs h5py.

    Ragged streams become datasets of variable length; shapes other than ``(n,)`` go to a dataset beside it, which from_hdf5()
    finds. ``compression`` is h5py's. The file appears complete or not at all.
    """
    h5py = package("h5py", "hdf5")
    streams = streams_of(source)
    done = 0
    with complete_file(file, overwrite) as fresh, h5py.File(fresh, "w") as out:
        for name, store in streams.items():
            if store._ragged:
                out.create_dataset(name, (0,), h5py.vlen_dtype(store.dtype), maxshape=(None,), chunks=(1024,), compression=compression)
            else:
                rows = max(1, (1 << 18) // max(1, store._bytes_per_record()))
                out.create_dataset(name, (0, *store.item_shape), store.dtype, maxshape=(None, *store.item_shape),
                                   chunks=(rows, *(max(1, size) for size in store.item_shape)), compression=compression)
        for block in export_blocks(streams, indices, progress):
            count = len(next(iter(block.values())))
            for name, records in block.items():
                _hdf5_extend(h5py, out, name, records, done, count)
            done += count
    return done


def _hdf5_extend(h5py, out, name, records, done, count):
    item = out[name]
    item.resize(done + count, 0)
    if not isinstance(records, list):
        item[done:] = records
        return
    flat = np.empty(count, object)
    for i, record in enumerate(records):
        flat[i] = record.reshape(-1)
    item[done:] = flat
    shapes = item.attrs.get("zrecord_shapes")
    if shapes is None:
        if all(record.ndim == 1 for record in records):
            return
        shapes = f"{name}.shapes"
        item.attrs["zrecord_shapes"] = shapes
        out.create_dataset(shapes, (done,), h5py.vlen_dtype("u8"), maxshape=(None,), chunks=(1024,))
        for first in range(done):
            out[shapes][first] = np.array([len(item[first])], "u8")
    out[shapes].resize(done + count, 0)
    for i, record in enumerate(records):
        out[shapes][done + i] = np.array(record.shape, "u8")


# ---- Zarr -----------------------------------------------------------------------------------------------------------------------


def from_zarr(group, path, arrays=None, *, codec="zstd", dict_bytes=None, level: int | None = None, resume: bool = True,
              progress=None):
    """Makes stores of a Zarr array, or of the arrays of a Zarr group; opens them for writing. Needs zarr.

    ``group``  a folder, or an object of the zarr package. ``arrays`` as ``datasets`` of from_hdf5(). A subgroup that to_zarr()
    wrote of a ragged store becomes a ragged stream. Memory, resuming and progress as there.
    """
    zarr = package("zarr", "zarr")
    opened = zarr.open(str(group), mode="r") if isinstance(group, (str, Path)) else group
    single = not hasattr(opened, "keys")
    available = {"records": opened} if single else {name: opened[name] for name in sorted(opened.keys())}
    available = {name: item for name, item in available.items()
                 if (hasattr(item, "keys") and set(_PACKED) <= set(item.keys())) or getattr(item, "ndim", 0) > 0}
    names = _chosen(None if single else arrays, available, str(group))
    items = {_stream_name(name): available[name] for name in names}
    lengths = {name: item["offsets"].shape[0] - 1 if hasattr(item, "keys") else item.shape[0] for name, item in items.items()}
    length = _equal_lengths(lengths, str(group))
    columns = {name: Column(np.dtype(item["values"].dtype)) if hasattr(item, "keys") else Column(np.dtype(item.dtype), tuple(item.shape[1:]))
               for name, item in items.items()}
    step = _block_records(columns)

    def blocks(start):
        for first in range(start, length, step):
            yield {name: _zarr_records(items[name], first, min(first + step, length)) for name in items}

    identity = ["zarr", str(getattr(opened, "store", group)), names, lengths]
    return import_source(Source(columns, length, identity, blocks), path, single=single or isinstance(arrays, str), codec=codec,
                         dict_bytes=dict_bytes, level=level, resume=resume, progress=progress)


def _zarr_records(item, first, end):
    if not hasattr(item, "keys"):
        return np.asarray(item[first:end])
    offsets = np.asarray(item["offsets"][first:end + 1]).astype("i8")
    shape_offsets = np.asarray(item["shape_offsets"][first:end + 1]).astype("i8")
    values = np.asarray(item["values"][int(offsets[0]):int(offsets[-1])])
    shapes = np.asarray(item["shapes"][int(shape_offsets[0]):int(shape_offsets[-1])])
    offsets, shape_offsets = offsets - offsets[0], shape_offsets - shape_offsets[0]
    return [values[offsets[i]:offsets[i + 1]].reshape(tuple(map(int, shapes[shape_offsets[i]:shape_offsets[i + 1]])))
            for i in range(end - first)]


def to_zarr(source, path, indices=None, *, overwrite: bool = False, progress=None) -> int:
    """Writes a store or a set to a Zarr group: an array for each dense stream, a subgroup of values, offsets, shapes and
    shape_offsets (as in gather_packed()) for each ragged one. Returns how many records. Needs zarr."""
    zarr = package("zarr", "zarr")
    streams = streams_of(source)
    done = 0
    with complete_file(path, overwrite) as fresh:
        group = zarr.open_group(str(fresh), mode="w")
        for name, store in streams.items():
            if store._ragged:
                packed = group.create_group(name)
                for part, dtype in zip(_PACKED, (store.dtype, "u8", "u8", "u8")):
                    _zarr_array(packed, part, (1 if part.endswith("offsets") else 0,), dtype, (1 << 18,))
            else:
                rows = max(1, (1 << 20) // max(1, store._bytes_per_record()))
                _zarr_array(group, name, (0, *store.item_shape), store.dtype, (rows, *(max(1, size) for size in store.item_shape)))
        for block in export_blocks(streams, indices, progress):
            for name, records in block.items():
                _zarr_extend(group[name], records)
            done += len(next(iter(block.values())))
    return done


def _zarr_array(group, name, shape, dtype, chunks):
    make = getattr(group, "create_array", None) or group.create_dataset
    array = make(name, shape=shape, dtype=np.dtype(dtype), chunks=chunks)
    if shape == (1,):
        array[0] = 0


def _grow(array, values):
    before = array.shape[0]
    array.resize((before + len(values), *array.shape[1:]))
    if len(values):
        array[before:] = values


def _zarr_extend(item, records):
    if not isinstance(records, list):
        _grow(item, records)
        return
    for part, ends, sizes in (("values", "offsets", [record.size for record in records]),
                              ("shapes", "shape_offsets", [record.ndim for record in records])):
        last = int(item[ends][-1])
        _grow(item[ends], (np.cumsum(sizes) + last).astype("u8"))
    _grow(item["values"], np.concatenate([record.reshape(-1) for record in records]))
    _grow(item["shapes"], np.array([size for record in records for size in record.shape], "u8"))
