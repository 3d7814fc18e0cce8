"""HDF5 and Zarr: named arrays whose first axis counts records."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from .._reports import PackedRecords
from ..errors import BadFormat, InvalidArgument, StoreNotFound
from ._streams import (BLOCK, BYTES, Column, Source, as_array, complete_file, export_blocks, identity_of, identity_of_many,
                       import_source, package, streams_of)

_PACKED = PackedRecords._fields


#: Records of variable length that are read at once, at most: their sizes are known only afterwards.
_RAGGED_ROWS = 64


def _dense_bytes(columns: dict[str, Column]) -> int:
    return sum(column.dtype.itemsize * int(np.prod(column.shape, dtype=np.int64)) for column in columns.values() if column.shape is not None)


class _Rows:
    """How many rows to read next: as many as BLOCK holds, by the largest row that came last; where sizes vary it begins with one,
    and at most doubles."""

    def __init__(self, columns):
        self._fixed = max(1, _dense_bytes(columns))
        self._varies = any(column.shape is None for column in columns.values())
        self.next = 1 if self._varies else max(1, BLOCK // self._fixed)

    def saw(self, block):
        if self._varies:
            largest = max(sum(record.nbytes for record in row) for row in zip(*(records for records in block.values() if isinstance(records, list))))
            self.next = max(1, min(BLOCK // (self._fixed + largest), 2 * self.next, _RAGGED_ROWS))


def _in_blocks(read, start, length, columns):
    """What ``read(first, end)`` gives, gathered until it fills a block."""
    rows, held, size = _Rows(columns), [], 0
    while start < length:
        end = min(start + rows.next, length)
        block = read(start, end)
        rows.saw(block)
        held.append(block)
        size += sum(sum(r.nbytes for r in records) if isinstance(records, list) else records.nbytes for records in block.values())
        start = end
        if size >= BLOCK // 2 or start == length:
            yield {name: [record for block in held for record in block[name]] if columns[name].shape is None
                   else held[0][name] if len(held) == 1 else np.concatenate([block[name] for block in held], dtype=columns[name].dtype) for name in columns}
            held, size = [], 0


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

    Bounded memory: about 8 MiB, and where lengths vary at most 64 records, since HDF5 says sizes only after reading. An interrupted
    import goes on where it stood when it is called again. ``progress`` as for the other operations; True shows a bar of tqdm where
    that is installed.
    """
    h5py = package("h5py", "hdf5")
    file = Path(file)
    if not file.is_file():
        raise StoreNotFound(f"{file}: there is no such file")
    if not h5py.is_hdf5(file):
        raise BadFormat(f"{file} is no HDF5 file")
    with h5py.File(file, "r") as opened:
        available: dict = {}
        opened.visititems(lambda name, item: available.update({name: item}) if isinstance(item, h5py.Dataset) and item.ndim > 0 else None)
        helpers = {name.strip("/") for item in available.values() if (name := item.attrs.get("zrecord_shapes")) is not None}
        names = _chosen(datasets, {name: item for name, item in available.items() if name not in helpers}, str(file))
        items = {_stream_name(name): available[name] for name in names}
        length = _equal_lengths({name: len(item) for name, item in items.items()}, str(file))
        columns = {name: _hdf5_column(h5py, item) for name, item in items.items()}
        read = {name: _hdf5_reader(h5py, opened, items[name], columns[name]) for name in items}

        def blocks(start):
            return _in_blocks(lambda first, end: {name: read[name](first, end) for name in items}, start, length, columns)

        source = Source(columns, length, ["hdf5", identity_of([file]), names], blocks)
        return import_source(source, path, single=isinstance(datasets, str), codec=codec, dict_bytes=dict_bytes, level=level,
                             resume=resume, progress=progress)


def _hdf5_column(h5py, item) -> Column:
    if h5py.check_string_dtype(item.dtype) is not None:
        return BYTES
    base = h5py.check_vlen_dtype(item.dtype)
    return Column(np.dtype(base)) if base is not None else Column(item.dtype, item.shape[1:])


def _hdf5_reader(h5py, opened, item, column):
    """A function of (first, end) that gives the records of a dataset."""
    if column.shape is not None:
        return lambda first, end: item[first:end]
    convert = (lambda value: as_array(value, column.dtype)) if _keeps_values(h5py, column.dtype) else (lambda value: value.view(column.dtype))
    shapes = item.attrs.get("zrecord_shapes")

    def read(first, end):
        records = [convert(value) for value in item[first:end]]
        if shapes is not None:
            records = [record.reshape(tuple(map(int, shape))) for record, shape in zip(records, opened[shapes][first:end])]
        return records

    return read


def _keeps_values(h5py, dtype) -> bool:
    """Whether this h5py reads variable length of that type rightly: of a foreign byte order it may give the bytes of the file under
    a native type. Tried out, in memory."""
    if dtype.isnative:
        return True
    sample = np.zeros(1, dtype)
    sample.view("u1")[::2] = 1
    with h5py.File("probe", "w", driver="core", backing_store=False) as probe:
        item = probe.create_dataset("x", (1,), h5py.vlen_dtype(dtype))
        item[0] = sample
        found = item[0]
    return np.asarray(found, dtype).tobytes() == sample.tobytes()


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
                out.create_dataset(name, (0, *store._item_shape), store.dtype, maxshape=(None, *store._item_shape),
                                   chunks=(rows, *(max(1, size) for size in store._item_shape)), compression=compression)
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
    if len({record.size for record in records}) == 1:  # h5py takes these for a matrix, whatever they come in
        flat = np.stack([record.reshape(-1) for record in records])
    else:
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
    wrote of a ragged store becomes a ragged stream. Memory, resuming and progress as there; whether an object of another store than a
    folder or a zip is still the same is told by its types, sizes and sixteen values of each array.
    """
    zarr = package("zarr", "zarr")
    opened = _zarr_opened(zarr, group)
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

    def blocks(start):
        for first, end in _zarr_parts(items, start, length, max(1, _dense_bytes(columns))):
            yield {name: _zarr_records(items[name], first, end) for name in items}

    identity = ["zarr", _zarr_identity(opened, group, items), names, lengths]
    return import_source(Source(columns, length, identity, blocks), path, single=single or isinstance(arrays, str), codec=codec,
                         dict_bytes=dict_bytes, level=level, resume=resume, progress=progress)


def _zarr_opened(zarr, group):
    if not isinstance(group, (str, Path)):
        return group
    if not Path(group).exists() and "://" not in str(group):
        raise StoreNotFound(f"{group}: there is no such folder")
    try:
        return zarr.open(str(group), mode="r")
    except (FileNotFoundError, ValueError) as error:
        raise BadFormat(f"{group} is no Zarr array or group: {error}") from error


def _zarr_identity(opened, group, items) -> list:
    """Every file of a group in a folder; the file of a zip; of other stores, which say nothing about times, what is in them."""
    store = getattr(opened, "store", group)
    root = getattr(store, "root", None) or getattr(store, "path", None) or (group if isinstance(group, (str, Path)) else None)
    inside = getattr(opened, "path", "")
    if isinstance(root, (str, Path)) and Path(root).is_dir():
        return [*identity_of_many(Path(root), (file for file in Path(root).rglob("*") if file.is_file())), inside]
    if isinstance(root, (str, Path)) and Path(root).is_file():
        return [*identity_of([root]), inside]
    return [type(store).__name__, _zarr_digest(items), inside]


#: Places of each array of which the digest has the values.
_PROBES = 16


def _zarr_digest(items) -> str:
    """Types, shapes, attributes and stored size of each array, and values at places spread over it. The name of such a store is
    no part: in memory it is another one in every process."""
    digest = hashlib.sha256()
    for name, item in sorted(items.items()):
        for part in sorted(_PACKED) if hasattr(item, "keys") else [None]:
            array = item if part is None else item[part]
            stored = getattr(array, "nbytes_stored", None)
            facts = [name, part, str(array.dtype), list(array.shape), list(array.chunks), stored() if callable(stored) else stored,
                     sorted((str(key), repr(value)) for key, value in dict(array.attrs).items())]
            digest.update(repr(facts).encode("utf-8", "surrogateescape"))
            length = array.shape[0]
            for place in sorted({place * (length - 1) // (_PROBES - 1) for place in range(_PROBES)}) if length else ():
                digest.update(np.ascontiguousarray(array[place:place + 1]).tobytes())
    return digest.hexdigest()


def _zarr_parts(items, start, length, fixed):
    """(first, end) of blocks, by the offsets of the ragged arrays."""
    offsets = [(item["offsets"], np.dtype(item["values"].dtype).itemsize) for item in items.values() if hasattr(item, "keys")]
    window = (1 << 16) if offsets else max(1, length - start)
    while start < length:
        end = min(start + window, length)
        ends = np.arange(end - start + 1, dtype="i8") * fixed
        for array, size in offsets:
            found = np.asarray(array[start:end + 1]).astype("i8")
            ends += (found - found[0]) * size
        done = 0
        while done < end - start:
            last = max(done + 1, int(np.searchsorted(ends, ends[done] + BLOCK, "right")) - 1)
            yield start + done, start + last
            done = last
        start = end


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
                _zarr_array(group, name, (0, *store._item_shape), store.dtype, (rows, *(max(1, size) for size in store._item_shape)))
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
