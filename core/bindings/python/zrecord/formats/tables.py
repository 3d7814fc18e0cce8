"""Parquet files and data sets of Hugging Face: columns of Arrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..errors import BadFormat, InvalidArgument, Unsupported
from ._streams import (BLOCK, BYTES, Column, Source, complete_file, export_blocks, files_of, identity_of, import_source, package,
                       streams_of)

#: Rows that are read at once, at most; and of which the size of a row is learnt.
_ROWS, _FIRST_ROWS = 1024, 16


def from_parquet(files, path, columns=None, *, codec="zstd", dict_bytes=None, level: int | None = None, resume: bool = True,
                 progress=None):
    """Makes stores of the columns of Parquet files, one after the other; opens them for writing. Needs pyarrow.

    ``files``    a file, a pattern, or several, of one schema
    ``columns``  a name gives one store at ``path``; several names, or None for all, a set with a stream for each

    Numbers and booleans become dense streams of scalars, lists of fixed size dense ones, lists of numbers ragged ones, text and
    binary ragged ones of uint8, nested lists of numbers ragged ones when they are rectangular. Nulls are refused, with column
    and record. Bounded memory; an interrupted import goes on where it stood when it is called again.
    """
    pa, parquet = package("pyarrow", "parquet"), package("pyarrow.parquet", "parquet")
    paths = files_of(files, "Parquet file")
    opened = [_parquet_file(pa, parquet, file) for file in paths]
    schema = opened[0].schema_arrow
    for file, other in zip(paths, opened):
        if not other.schema_arrow.equals(schema):
            raise InvalidArgument(f"{file} has other columns than {paths[0]}")
    names = _names(schema, columns, str(paths[0]))

    def batches(start):
        for file in opened:
            for group in range(file.num_row_groups):
                rows = file.metadata.row_group(group).num_rows
                if start >= rows:
                    start -= rows
                    continue
                for batch in file.iter_batches(_rows_of(file, group, names), row_groups=[group], columns=names):
                    if start < batch.num_rows:
                        yield from _pieces(batch.slice(start))
                    start = max(0, start - batch.num_rows)

    source = _source(pa, schema, names, sum(file.metadata.num_rows for file in opened), ["parquet", identity_of(paths), names], batches)
    try:
        return import_source(source, path, single=isinstance(columns, str), codec=codec, dict_bytes=dict_bytes, level=level,
                             resume=resume, progress=progress)
    finally:
        for file in opened:
            file.close()


def from_hf_dataset(dataset, path, columns=None, *, codec="zstd", dict_bytes=None, level: int | None = None, resume: bool = True,
                    progress=None):
    """Makes stores of the columns of a ``datasets.Dataset``; opens them for writing. As from_parquet(); besides, images and audio
    become their encoded bytes, and the names of class labels go to ``<stream>.names.txt``."""
    pa = package("pyarrow", "parquet")
    view = dataset.with_format("arrow")
    schema = dataset.features.arrow_schema
    names = _names(schema, columns, "the data set")

    def batches(start):
        first, rows = start, _FIRST_ROWS
        while first < len(dataset):
            table = view[first:min(first + rows, len(dataset))].select(names)
            first += table.num_rows
            rows = max(1, min(_ROWS, 2 * rows, BLOCK * table.num_rows // max(1, table.nbytes)))
            for piece in _pieces(table):
                yield from piece.combine_chunks().to_batches()

    labels = {name: list(feature.names) for name, feature in dataset.features.items() if name in names and hasattr(feature, "names")}
    source = _source(pa, schema, names, len(dataset), ["hf", getattr(dataset, "_fingerprint", ""), len(dataset), names], batches, labels)
    return import_source(source, path, single=isinstance(columns, str), codec=codec, dict_bytes=dict_bytes, level=level, resume=resume,
                         progress=progress)


def to_parquet(source, file, indices=None, *, compression: str = "zstd", overwrite: bool = False, progress=None) -> int:
    """Writes a store or a set to a Parquet file: a column for each stream; returns how many records. Needs pyarrow.

    Dense streams of scalars become columns of numbers, others lists of fixed size (nested, one for each dimension); ragged
    streams of one-dimensional uint8 become binary, of other one-dimensional records lists. Raises Unsupported for ragged
    records of more dimensions.
    """
    pa, parquet = package("pyarrow", "parquet"), package("pyarrow.parquet", "parquet")
    streams = streams_of(source)
    schema = pa.schema([(name, _arrow_type(pa, name, store)) for name, store in streams.items()])
    done = 0
    with complete_file(file, overwrite) as fresh, parquet.ParquetWriter(fresh, schema, compression=compression) as writer:
        for block in export_blocks(streams, indices, progress):
            arrays = [_to_arrow(pa, name, records, schema.field(name).type) for name, records in block.items()]
            writer.write_batch(pa.record_batch(arrays, schema=schema))
            done += len(next(iter(block.values())))
    return done


def to_hf_dataset(source, file, indices=None, *, progress=None) -> Any:
    """A ``datasets.Dataset`` over a Parquet file that is written first, see to_parquet(). Needs datasets."""
    datasets = package("datasets", "hf")
    to_parquet(source, file, indices, progress=progress)
    return datasets.Dataset.from_parquet(str(file), cache_dir=str(Path(file).absolute().parent / ".hf-cache"))


def _parquet_file(pa, parquet, file):
    try:
        return parquet.ParquetFile(file, buffer_size=1 << 20)
    except pa.ArrowInvalid as error:
        raise BadFormat(f"{file} is no Parquet file: {error}") from error


def _rows_of(file, group, names) -> int:
    """Rows of a row group that make up about a block: by what its columns take unpacked, and, since a dictionary may hide that, by its
    first rows."""
    facts = file.metadata.row_group(group)
    total = sum(column.total_uncompressed_size for column in map(facts.column, range(facts.num_columns))
                if column.path_in_schema.partition(".")[0] in names)
    each = total // max(1, facts.num_rows)
    if facts.num_rows > _FIRST_ROWS:
        first = next(file.iter_batches(_FIRST_ROWS, row_groups=[group], columns=names))
        each = max(each, first.nbytes // first.num_rows)
    return max(1, min(_ROWS, BLOCK // max(1, each)))


def _pieces(table):
    """The same rows in parts of about a block, or of one row."""
    if table.num_rows <= 1 or table.nbytes <= BLOCK:
        yield table
        return
    half = table.num_rows // 2
    yield from _pieces(table.slice(0, half))
    yield from _pieces(table.slice(half))


# ---- between Arrow and records -----------------------------------------------------------------------------------------------


def _names(schema, columns, what):
    names = list(schema.names) if columns is None else [columns] if isinstance(columns, str) else list(columns)
    for name in names:
        if name not in schema.names:
            raise InvalidArgument(f"{what} has no column {name!r}; it has {', '.join(map(repr, schema.names))}")
    return names


def _source(pa, schema, names, length, identity, batches, labels=None):
    columns = {name: _column(pa, name, schema.field(name).type) for name in names}

    def blocks(start):
        done = start
        for batch in batches(start):
            yield {name: _records(pa, name, batch.column(batch.schema.get_field_index(name)), columns[name], done) for name in names}
            done += batch.num_rows

    return Source(columns, length, identity, blocks, labels)


def _is_bytes(pa, kind) -> bool:
    types = pa.types
    return (types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind) or types.is_large_binary(kind)
            or types.is_fixed_size_binary(kind))


def _is_list(pa, kind) -> bool:
    return pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)


def _column(pa, name, kind) -> Column:
    if isinstance(kind, pa.ExtensionType):
        kind = kind.storage_type
    if _is_bytes(pa, kind) or (pa.types.is_struct(kind) and _bytes_field(kind) is not None):
        return BYTES
    shape, fixed = [], True
    while _is_list(pa, kind):
        fixed = fixed and pa.types.is_fixed_size_list(kind)
        shape.append(kind.list_size if pa.types.is_fixed_size_list(kind) else -1)
        kind = kind.value_type
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)):
        raise Unsupported(f"column {name!r} holds {kind}, which no stream can; name the columns to import")
    return Column(np.dtype(kind.to_pandas_dtype()), tuple(shape) if fixed else None)


def _bytes_field(kind):
    """The field of an image or a sound that holds its file."""
    index = kind.get_field_index("bytes")
    return None if index < 0 else index


def _records(pa, name, array, column, first):
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if isinstance(array.type, pa.ExtensionType):
        array = array.storage
    if pa.types.is_struct(array.type):
        array = array.field(_bytes_field(array.type))
    if array.null_count:
        index = array.is_null().to_pylist().index(True)
        raise InvalidArgument(f"column {name!r} has no value in record {first + index}; a stream has no place for that")
    if _is_bytes(pa, array.type):
        return [np.frombuffer(value.as_buffer() if value.as_buffer() is not None else b"", np.uint8) for value in array]
    if column.shape is None:
        return [_rectangle(name, first + i, value.values, column.dtype, pa) for i, value in enumerate(array)]
    flat = array
    while _is_list(pa, flat.type):
        flat = flat.flatten()
    _no_nulls(name, first, flat)
    return flat.to_numpy(zero_copy_only=False).astype(column.dtype, copy=False).reshape(len(array), *column.shape)


def _rectangle(name, record, values, dtype, pa):
    shape = [len(values)]
    while _is_list(pa, values.type):
        sizes = set(values.value_lengths().to_pylist())
        if len(sizes) > 1 or None in sizes:
            raise InvalidArgument(f"column {name!r}, record {record}: its lists differ in length, so it is no array")
        shape.append(sizes.pop() if sizes else 0)
        values = values.flatten()
    _no_nulls(name, record, values)
    return values.to_numpy(zero_copy_only=False).astype(dtype, copy=False).reshape(shape)


def _no_nulls(name, record, values):
    if values.null_count:
        raise InvalidArgument(f"column {name!r}, record {record} or after: an element has no value; a stream has no place for that")


def _arrow_type(pa, name, store):
    kind = pa.from_numpy_dtype(store.dtype.newbyteorder("="))
    if not store._ragged:
        for size in reversed(store.item_shape):
            kind = pa.list_(kind, size)
        return kind
    return pa.large_binary() if store.dtype == np.uint8 else pa.large_list(kind)


def _to_arrow(pa, name, records, kind):
    if not isinstance(records, list):
        flat = pa.array(np.ascontiguousarray(records).astype(records.dtype.newbyteorder("="), copy=False).reshape(-1))
        for size in reversed(records.shape[1:]):
            flat = pa.FixedSizeListArray.from_arrays(flat, size)
        return flat.cast(kind) if flat.type != kind else flat
    if any(record.ndim != 1 for record in records):
        raise Unsupported(f"stream {name!r} holds records of more than one dimension, which a column cannot say")
    offsets = pa.array(np.concatenate([[0], np.cumsum([len(record) for record in records])]), pa.int64())
    values = np.concatenate(records) if records else np.empty(0, np.uint8)
    if pa.types.is_large_binary(kind):
        return pa.Array.from_buffers(kind, len(records), [None, offsets.buffers()[1], pa.py_buffer(np.ascontiguousarray(values))])
    return pa.LargeListArray.from_arrays(offsets, pa.array(values.astype(values.dtype.newbyteorder("="), copy=False)))
