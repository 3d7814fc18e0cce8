"""Formats that hold one sample after the other: WebDataset and TFRecord."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import struct
import tarfile
from pathlib import Path

import numpy as np

from .. import _core
from .._dtypes import dtype_of, text_of
from ..errors import BadFormat, InvalidArgument, Unsupported
from ._streams import (BLOCK, BYTES, Column, Source, complete_file, export_blocks, files_of, identity_of, identity_of_function,
                       import_source, record_at, refuse_empty, streams_of)
from ._tf_example import example_bytes, parse_example

#: What WebDataset reads as a whole number, by the end of a member's name.
_NUMBERS = ("cls", "cls2", "class", "count", "index", "inx", "id")


def _sample_source(samples, identity, names_first, known=None):
    """A source over ``samples(start)``, which gives ``{name: array or bytes}``; the first sample says what the columns are, but for those
    that are ``known``."""
    known = known or {}
    first = next(iter(samples(0)), None)
    if first is None and not known:
        raise BadFormat("there is no sample in it")
    columns = {name: BYTES if isinstance(value, bytes) else Column(value.dtype, () if value.ndim == 0 else None)
               for name, value in (first or {}).items()}
    columns.update({name: column for name, column in known.items() if first is None or name in columns})
    columns = {name: columns[name] for name in sorted(columns, key=lambda name: (name not in names_first, name))}

    def blocks(start):
        block, size = {name: [] for name in columns}, 0
        for number, sample in enumerate(samples(start), start):
            if set(sample) != set(columns):
                raise BadFormat(f"sample {number} has {', '.join(sorted(sample)) or 'nothing'}, but the first one has {', '.join(sorted(columns))}")
            for name, value in sample.items():
                array = np.frombuffer(value, np.uint8) if isinstance(value, bytes) else value
                wanted = columns[name]
                if array.dtype != wanted.dtype or (wanted.shape is not None and array.shape != wanted.shape):
                    shape = "any shape" if wanted.shape is None else f"shape {wanted.shape}"
                    raise BadFormat(f"sample {number}: {name} is {array.dtype} of shape {array.shape}, and the stream holds {wanted.dtype} of {shape}")
                block[name].append(array)
                size += array.nbytes
            if size >= BLOCK:
                yield _dense(block, columns)
                block, size = {name: [] for name in columns}, 0
        if block[next(iter(columns))]:
            yield _dense(block, columns)

    return Source(columns, None, identity, blocks)


def _dense(block, columns):
    return {name: records if columns[name].shape is None else np.array(records, columns[name].dtype) for name, records in block.items()}


# ---- WebDataset -----------------------------------------------------------------------------------------------------------------


def from_webdataset(tars, path, *, decode=None, codec="zstd", dict_bytes=None, level: int | None = None, resume: bool = True,
                    progress=None):
    """Makes a set of the samples of WebDataset shards, in the order of the shards; opens it for writing.

    ``tars``    a tar file (also .tar.gz), a pattern (``train-*.tar``, ``train-{000..099}.tar``), or several
    ``decode``  ``{"json": function of bytes}`` for members of that ending; None in the place of a function keeps the bytes

    Members with the same name up to the first dot are one sample; there is a stream for each ending, and ``__key__``. ``.npy``
    members become arrays, ``.cls``, ``.index`` and others that WebDataset reads as numbers become int64, everything else its
    bytes. Arrays become ragged streams, since nothing says that the next one has the same shape; shards that to_webdataset() wrote say
    so, and give streams of the former types and shapes. Every sample must have the endings of the first. Bounded memory; an interrupted import goes on where it stood.
    """
    paths = files_of(tars, "shard")
    decoders = dict(decode or {})
    known = {name: column for name, column in _noted_columns(paths[0]).items() if name not in decoders}

    def samples(start):
        for shard in paths:
            for key, members in _tar_samples(shard):
                if start > 0:
                    start -= 1
                    continue
                sample = {"__key__": key.encode()}
                for ending, (member, opened) in members.items():
                    try:
                        name, value = _decode(ending, opened.extractfile(member).read(), decoders, known)
                    except Exception as error:
                        raise BadFormat(f"{shard}: member {member.name!r} cannot be read as .{ending}: {error}") from error
                    sample[name] = value
                yield sample

    functions = {ending: identity_of_function(function) for ending, function in decoders.items()}
    source = _sample_source(samples, ["webdataset", identity_of(paths), functions], ("__key__",), known)
    return import_source(source, path, codec=codec, dict_bytes=dict_bytes, level=level, resume=resume, progress=progress)


def _tar_samples(shard):
    """(key, {ending: (member, tar)}): the members of one sample are neighbours."""
    try:
        with tarfile.open(shard, "r:*") as opened:
            key, members = None, {}
            for member in opened:
                if not member.isfile():
                    continue
                folder, _, base = member.name.rpartition("/")
                stem, dot, ending = base.partition(".")
                if not dot or base.startswith("."):
                    continue
                name = f"{folder}/{stem}" if folder else stem
                if name != key and members:
                    yield key, members
                    members = {}
                    opened.members = []  # tarfile would remember every member
                key = name
                if ending in members:
                    raise BadFormat(f"{shard}: sample {key!r} has two members of ending .{ending}")
                members[ending] = member, opened
            if members:
                yield key, members
    except tarfile.TarError as error:
        raise BadFormat(f"{shard}: {error}") from error


#: Where a shard says what streams it was made of: ``{name: [dtype, shape, or null for a ragged stream]}``. A global header of the
#: tar file; programs that do not know it pass over it.
_COLUMNS = "ZRECORD.columns"


def _noted_columns(shard) -> dict[str, Column]:
    with contextlib.suppress(tarfile.TarError, ValueError, KeyError, TypeError, AttributeError, SyntaxError, OSError), tarfile.open(shard, "r:*") as opened:
        noted = json.loads(opened.pax_headers[_COLUMNS])
        return {str(name): Column(dtype_of(dtype), None if shape is None else tuple(map(int, shape))) for name, (dtype, shape) in noted.items()}
    return {}


def _decode(ending, content, decoders, known):
    last = ending.rpartition(".")[2]
    stem = ending[:-len(last) - 1]
    if ending in decoders:
        function = decoders[ending]
        if function is None:
            return ending, content
        value = function(content)
        return ending, value if isinstance(value, bytes) else np.asarray(value)
    if ending in known:
        return ending, content
    if last == "cls" and stem in known:
        return stem, np.array(int(content), known[stem].dtype)
    if last == "npy":
        return stem or "npy", np.load(io.BytesIO(content), allow_pickle=False)
    if last in _NUMBERS:
        return stem or last, np.asarray(int(content), "i8")
    return ending, content


def to_webdataset(source, pattern, indices=None, *, samples_per_shard: int = 10_000, overwrite: bool = False, progress=None) -> list[Path]:
    """Writes a store or a set as WebDataset shards; returns their paths.

    ``pattern``  such as ``"train-%06d.tar"``; the number of the shard takes the place of %06d

    Whole numbers become ``<stream>.cls``, one-dimensional uint8 records of ragged streams ``<stream>`` with their bytes, everything
    else ``<stream>.npy``. A stream ``__key__`` gives the keys of the samples, otherwise their numbers do. A header of each shard says of
    which types and shapes the streams are, so that from_webdataset() gives them back. Raises Unsupported for a set without records.
    """
    if samples_per_shard < 1:
        raise InvalidArgument(f"samples_per_shard is at least 1, not {samples_per_shard}")
    try:
        if pattern % 0 == pattern % 1:
            raise TypeError
    except TypeError:
        raise InvalidArgument(f"{pattern!r} has no place for the number of the shard, such as %06d") from None
    streams = streams_of(source)
    refuse_empty(streams, indices, "a shard of WebDataset")
    noted = {name: [text_of(store.dtype), None if store._ragged else store._item_shape] for name, store in streams.items()}
    if "__key__" not in noted:
        noted["__key__"] = ["|u1", None]
    header = {_COLUMNS: json.dumps(noted)}
    samples = ({name: record_at(records, i) for name, records in block.items()} for block in export_blocks(streams, indices, progress)
               for i in range(len(next(iter(block.values())))))
    shards: list[Path] = []
    number, ended = 0, False
    while not ended:
        target = Path(pattern % len(shards))
        with complete_file(target, overwrite) as fresh:
            with tarfile.open(fresh, "w", format=tarfile.PAX_FORMAT, pax_headers=header) as out:
                for _ in range(samples_per_shard):
                    sample = next(samples, None)
                    if sample is None:
                        ended = True
                        break
                    _write_sample(out, sample, streams, number)
                    number += 1
        shards.append(target)
    if number and number % samples_per_shard == 0 and len(shards) > 1:
        shards.pop().unlink()  # nothing was left for it
    return shards


def _write_sample(out, sample, streams, number):
    key = bytes(sample["__key__"]).decode() if "__key__" in sample else f"{number:09d}"
    for name, value in sample.items():
        if name == "__key__":
            continue
        if value.ndim == 0 and value.dtype.kind in "iu":
            ending, content = f"{name}.cls", str(int(value)).encode()
        elif streams[name]._ragged and value.dtype == np.uint8 and value.ndim == 1:
            ending, content = name, value.tobytes()
        else:
            buffer = io.BytesIO()
            np.save(buffer, value, allow_pickle=False)
            ending, content = f"{name}.npy", buffer.getvalue()
        member = tarfile.TarInfo(f"{key}.{ending}")
        member.size = len(content)
        out.addfile(member, io.BytesIO(content))


# ---- TFRecord -------------------------------------------------------------------------------------------------------------------


def from_tfrecord(files, path, *, ragged=(), codec="zstd", dict_bytes=None, level: int | None = None, resume: bool = True, progress=None):
    """Makes a set of the tf.train.Example records of TFRecord files, one file after the other; opens it for writing.

    There is a stream for each feature: whole numbers int64, numbers float32, bytes uint8. A feature with one number in the first
    record is a dense stream of scalars, unless its name is in ``ragged``; everything else is ragged, but for what to_tfrecord() noted of
    dense streams. A feature with several byte strings is refused. Every checksum is checked. Needs no other package. Bounded memory; an interrupted import goes on where it stood.
    """
    paths = files_of(files, "TFRecord file")

    shapes: dict = {}
    for _, record in itertools.islice(itertools.chain.from_iterable(map(_tfrecords, paths)), 1):
        with contextlib.suppress(BadFormat, Unsupported):
            parse_example(record, shapes)
    known = {name: Column(dtype, shape) for name, (dtype, shape) in shapes.items() if name not in ragged}

    def samples(start):
        for file in paths:
            for offset, record in _tfrecords(file):
                if start > 0:
                    start -= 1
                    continue
                try:
                    sample = parse_example(record)
                    for name in ragged:
                        sample[name] = sample[name].reshape(-1) if name in sample and sample[name].ndim == 0 else sample.get(name)
                    yield sample
                except BadFormat as error:
                    raise BadFormat(f"{file}: the record at byte {offset}: {error}") from error

    source = _sample_source(samples, ["tfrecord", identity_of(paths), list(ragged)], (), known)
    return import_source(source, path, codec=codec, dict_bytes=dict_bytes, level=level, resume=resume, progress=progress)


def _masked_crc(content) -> int:
    crc = _core.crc32c(content)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def _tfrecords(file):
    offset = 0
    size = file.stat().st_size
    with open(file, "rb") as opened:
        while head := opened.read(12):
            if len(head) < 12:
                raise BadFormat(f"{file} ends inside the record at byte {offset}")
            length, crc = struct.unpack("<QI", head)
            if crc != _masked_crc(head[:8]):
                raise BadFormat(f"{file}: the checksum of the length at byte {offset} is wrong")
            if length + 4 > size - offset - 12:
                raise BadFormat(f"{file} ends inside the record at byte {offset}")
            record = opened.read(length)
            if struct.unpack("<I", opened.read(4))[0] != _masked_crc(record):
                raise BadFormat(f"{file}: the checksum of the record at byte {offset} is wrong")
            yield offset, record
            offset += 16 + length


def to_tfrecord(source, file, indices=None, *, overwrite: bool = False, progress=None) -> int:
    """Writes a store or a set to a TFRecord file of tf.train.Example records, a feature for each stream; returns how many.

    Whole numbers become int64 lists, other numbers float lists (float64 is rounded to float32), uint8 records of one dimension
    and records of other types byte strings, with a feature ``<stream>.dtype``. Shapes of ragged records other than ``(n,)`` go to a
    feature ``<stream>.shape``, those of dense ones to ``<stream>.item_shape``: from_tfrecord() gives them back. Raises Unsupported
    for whole numbers from 2**63 on, and for a set without records.
    """
    streams = streams_of(source)
    refuse_empty(streams, indices, "a TFRecord file")
    dense = frozenset(name for name, store in streams.items() if not store._ragged)
    done = 0
    with complete_file(file, overwrite) as fresh, open(fresh, "wb") as out:
        for block in export_blocks(streams, indices, progress):
            count = len(next(iter(block.values())))
            for i in range(count):
                record = example_bytes({name: record_at(records, i) for name, records in block.items()}, dense)
                head = struct.pack("<Q", len(record))
                out.write(head + struct.pack("<I", _masked_crc(head)) + record + struct.pack("<I", _masked_crc(record)))
            done += count
    return done
