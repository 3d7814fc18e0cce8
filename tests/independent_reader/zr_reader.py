"""Reads record stores from the rules of docs/format/store_format.md alone, with numpy and zstandard.

    zr_reader.py STORE...     one line of JSON for each: kind, dtype, codec, records, stats, and shape and SHA-256 of each record
"""
import hashlib
import json
import math
import os
import pathlib
import struct
import sys

import numpy as np
import zstandard

CODECS = ("raw", "zstd", "zstd_dict")
KINDS = {1: "dense", 2: "ragged"}
MAX_RECORD = 1 << 31
TABLE_ENTRIES = 1 << 28


class BadStore(Exception):
    """The store breaks a rule; the text says which."""


def need(condition, text):
    if not condition:
        raise BadStore(text)


def unpack(data, at=0):
    """One MessagePack value: (value, position behind it). Only what identities hold: maps, arrays, text, whole numbers."""
    need(at < len(data), "identity: ends early")
    tag, at = data[at], at + 1

    def number(size, sign=False):
        need(at + size <= len(data), "identity: ends early")
        return int.from_bytes(data[at:at + size], "big", signed=sign), at + size

    if tag <= 0x7F:
        return tag, at
    if 0xCC <= tag <= 0xCF:
        return number(1 << (tag - 0xCC))
    if 0xD0 <= tag <= 0xD3:
        return number(1 << (tag - 0xD0), sign=True)
    if 0xA0 <= tag <= 0xBF or 0xD9 <= tag <= 0xDB:
        length, at = (tag & 0x1F, at) if tag <= 0xBF else number(1 << (tag - 0xD9))
        need(at + length <= len(data), "identity: ends early")
        return data[at:at + length].decode("utf-8"), at + length
    if 0x90 <= tag <= 0x9F or tag in (0xDC, 0xDD):
        count, at = (tag & 0x0F, at) if tag <= 0x9F else number(2 << (tag - 0xDC))
        items = []
        for _ in range(count):
            item, at = unpack(data, at)
            items.append(item)
        return items, at
    if 0x80 <= tag <= 0x8F or tag in (0xDE, 0xDF):
        count, at = (tag & 0x0F, at) if tag <= 0x8F else number(2 << (tag - 0xDE))
        pairs = {}
        for _ in range(count):
            key, at = unpack(data, at)
            pairs[key], at = unpack(data, at)
        return pairs, at
    raise BadStore(f"identity: tag {tag:#x} has no place in it")


def element_type(value):
    """The numpy dtype of an identity's `dtype`; padding becomes gaps between the fields."""
    if isinstance(value, str):
        kind = np.dtype(value)
        need(not kind.hasobject, "identity: object types are not allowed")
        return kind
    names, formats, offsets, titles, at = [], [], [], [], 0
    for name, kind, *shape in value:
        field = np.dtype((element_type(kind), tuple(shape[0]))) if shape else element_type(kind)
        if name != "":
            title, plain = name if isinstance(name, list) else (None, name)
            names.append(plain), titles.append(title), formats.append(field), offsets.append(at)
        at += field.itemsize
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "titles": titles, "itemsize": at})


class Store:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        meta = self._file("meta.zr")
        need(len(meta) == 32, "meta.zr: not 32 bytes")
        magic, version, codec, self.tail_chunk, self.tail_offset, self.length = struct.unpack_from("<4sBBIIQ", meta)
        need(magic == b"ZREC", "meta.zr: magic")
        need(version == 4, f"meta.zr: version {version}")
        need(codec < len(CODECS), f"meta.zr: codec {codec}")
        need(self.tail_chunk != 0xFFFFFFFF, "meta.zr: tail_chunk")
        self.codec = CODECS[codec]
        self._read_identity(self._file("store.zr"))
        need(self.kind == "dense" or self.length % 2 == 0, "meta.zr: odd length in a ragged store")
        self.records = self.length if self.kind == "dense" else self.length // 2
        self._check_files()
        has_dictionary = (self.folder / "dict.zr").exists()
        need(has_dictionary == (self.codec == "zstd_dict"), "dict.zr: missing or unexpected")
        dictionary = zstandard.ZstdCompressionDict(self._file("dict.zr")) if has_dictionary else None
        self._decoder = zstandard.ZstdDecompressor(dict_data=dictionary)

    def _file(self, name):
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            raise BadStore(f"{name}: missing") from None

    def _read_identity(self, data):
        need(len(data) >= 32, "store.zr: too short")
        magic, version, kind, self.record_bytes, identity_len = struct.unpack_from("<4sBBxxQQ", data)
        need(magic == b"LXST", "store.zr: magic")
        need(version == 1, f"store.zr: version {version}")
        need(kind in KINDS, f"store.zr: kind {kind}")
        need(len(data) == 32 + identity_len, "store.zr: identity_len disagrees with the file")
        self.kind = KINDS[kind]
        identity, end = unpack(data[32:])
        need(end == identity_len, "identity: bytes after the map")
        keys = {"dtype", "item_shape"} if self.kind == "dense" else {"dtype"}
        need(isinstance(identity, dict) and set(identity) == keys, "identity: keys")
        self.dtype = element_type(identity["dtype"])
        if self.kind == "dense":
            self.item_shape = tuple(identity["item_shape"])
            need(all(isinstance(d, int) and d >= 0 for d in self.item_shape), "identity: item_shape")
            need(1 <= self.record_bytes <= MAX_RECORD, "store.zr: record_bytes")
            need(self.record_bytes == math.prod(self.item_shape) * self.dtype.itemsize, "store.zr: record_bytes against the identity")
        else:
            need(self.record_bytes == 0, "store.zr: record_bytes of a ragged store")

    def _check_files(self):
        self._chunk_sizes = []
        for number in range(self.tail_chunk + 1):
            path = self.folder / f"{number}.chunk"
            need(path.exists(), f"{number}.chunk: missing")
            self._chunk_sizes.append(path.stat().st_size)
        need(self._chunk_sizes[-1] >= self.tail_offset, "last chunk: shorter than tail_offset")
        for number in range(-(-self.length // TABLE_ENTRIES)):
            path = self.folder / f"{number}.loc"
            size = 16 * min(TABLE_ENTRIES, self.length - number * TABLE_ENTRIES)
            need(path.exists() and path.stat().st_size >= size, f"{number}.loc: missing or short")

    def entry(self, physical):
        """(chunk_id, offset, phys_length, logic_length), checked."""
        with open(self.folder / f"{physical // TABLE_ENTRIES}.loc", "rb") as table:
            data = os.pread(table.fileno(), 16, 16 * (physical % TABLE_ENTRIES))
        offset, phys, logic, chunk = struct.unpack("<IIII", data)
        where = f"entry {physical}: "
        need(phys >= 1 and 1 <= logic <= MAX_RECORD, where + "length")
        need(chunk <= self.tail_chunk, where + "chunk_id")
        end = min(self._chunk_sizes[chunk], self.tail_offset if chunk == self.tail_chunk else 1 << 32)
        need(offset + phys <= end, where + "reaches past the end of its chunk")
        return chunk, offset, phys, logic

    def plain(self, physical):
        """The decoded bytes of a physical record."""
        chunk, offset, phys, logic = self.entry(physical)
        if self.codec == "raw":
            phys = logic
        with open(self.folder / f"{chunk}.chunk", "rb") as file:
            data = os.pread(file.fileno(), phys, offset)
        need(len(data) == phys, f"entry {physical}: stored bytes end early")
        if self.codec == "raw":
            return data
        plain = bytearray()
        try:
            while data:
                decoder = self._decoder.decompressobj()
                plain += decoder.decompress(data)
                need(decoder.eof and len(plain) <= logic, f"entry {physical}: not whole frames of {logic} bytes")
                data = decoder.unused_data
        except zstandard.ZstdError as error:
            raise BadStore(f"entry {physical}: {error}") from None
        need(len(plain) == logic, f"entry {physical}: {len(plain)} bytes instead of {logic}")
        return bytes(plain)

    def __len__(self):
        return self.records

    def __getitem__(self, index):
        if not 0 <= index < self.records:
            raise IndexError(index)
        if self.kind == "dense":
            data, shape = self.plain(index), self.item_shape
            need(len(data) == self.record_bytes, f"record {index}: size")
        else:
            data, stored_shape = self.plain(2 * index), self.plain(2 * index + 1)
            need(len(stored_shape) >= 8, f"record {index}: shape too short")
            rank, = struct.unpack_from("<Q", stored_shape)
            need(len(stored_shape) == 8 + 8 * rank, f"record {index}: rank")
            shape = struct.unpack_from(f"<{rank}Q", stored_shape, 8)
            need(math.prod(shape) * self.dtype.itemsize == len(data), f"record {index}: shape against size")
        return np.frombuffer(data, np.uint8).view(np.dtype((np.void, self.dtype.itemsize))).view(self.dtype).reshape(shape)

    def stats(self):
        live = sum(self.entry(i)[2] for i in range(self.length))
        used = self.tail_chunk * (1 << 32) + self.tail_offset
        return {"records": self.records, "live_bytes": live, "chunk_bytes": used, "reclaimable": used - live}

    def report(self):
        records = [{"shape": list(record.shape), "sha256": hashlib.sha256(record.tobytes()).hexdigest()} for record in self]
        report = {"kind": self.kind, "dtype": self.dtype.descr if self.dtype.names else self.dtype.str, "codec": self.codec,
                  "records": self.records, "stats": self.stats(), "record": records}
        return report | ({"item_shape": list(self.item_shape)} if self.kind == "dense" else {})


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(json.dumps(Store(argument).report()))
