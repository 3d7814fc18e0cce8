"""The two implementations behind one interface: Ours drives zr_driver, Theirs the package loaderx. Records are numpy arrays."""
import ast
import pathlib
import subprocess

import numpy as np
from loaderx.zrecord import DenseStore, RaggedStore

STATS = ("records", "live_bytes", "chunk_bytes", "reclaimable")


class Refused(Exception):
    """An operation failed; for our side the text begins with the error code's name."""


def packed(records):
    return b"".join(np.ascontiguousarray(record).tobytes() for record in records)


def unpacked(data, dtype, shapes):
    records, at = [], 0
    for shape in shapes:
        size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        records.append(np.frombuffer(data[at:at + size], np.uint8).view(np.dtype((np.void, dtype.itemsize))).view(dtype).reshape(shape))
        at += size
    assert at == len(data), (at, len(data))
    return records


def type_text(dtype):
    return repr(dtype.descr) if dtype.names else dtype.str


class Form:
    """What a store holds: kind, dtype, item_shape (dense), codec, dictionary bytes."""

    def __init__(self, kind, dtype, codec, item_shape=(), dictionary=None):
        self.kind, self.codec, self.dictionary = kind, codec, dictionary
        self.dtype, self.item_shape = np.dtype(dtype), tuple(item_shape)

    def __repr__(self):
        return f"Form({self.kind!r}, {type_text(self.dtype)}, {self.codec!r}, {self.item_shape})"


class Ours:
    name = "ours"

    def __init__(self, program, scratch):
        self._scratch = pathlib.Path(scratch)
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def ask(self, *words):
        self._process.stdin.write("\t".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"zr_driver ended with {self._process.wait()} in {words}")
        state, _, text = line.rstrip("\n").partition("\t")
        if state != "ok":
            raise Refused(text)
        return text

    def create(self, path, form):
        dictionary = ""
        if form.dictionary is not None:
            dictionary = self._scratch / "dictionary.zr"
            dictionary.write_bytes(form.dictionary)
        self.ask("create", path, form.kind, form.codec, dictionary, ",".join(map(str, form.item_shape)), type_text(form.dtype))

    def open(self, path, form, write=False):
        self.ask("open", path, "w" if write else "r")

    def append(self, records):
        data = self._scratch / "append.bin"
        data.write_bytes(packed(records))
        shapes = ";".join(",".join(map(str, record.shape)) for record in records)
        return int(self.ask("append", data, shapes))

    def delete(self, indices):
        self.ask("delete", ",".join(map(str, indices)))

    def compact(self):
        self.ask("compact")

    def stats(self):
        return tuple(map(int, self.ask("stats").split()))

    def records(self, form):
        data = self._scratch / "dump.bin"
        shapes = self.ask("dump", data)
        content = data.read_bytes()
        if form.kind == "dense":
            count = len(content) // (form.dtype.itemsize * int(np.prod(form.item_shape, dtype=np.int64)))
            return unpacked(content, form.dtype, [form.item_shape] * count)
        texts = shapes.split(";") if content else []
        return unpacked(content, form.dtype, [tuple(int(d) for d in text.split(",")) if text else () for text in texts])

    def describe(self):
        kind, codec, shape, descr = self.ask("describe").split("\t")
        return kind, codec, ast.literal_eval(shape), descr

    def close(self):
        self.ask("close")

    def end(self):
        self._process.stdin.close()
        self._process.stdout.close()
        status = self._process.wait(timeout=60)
        assert status == 0, status


class Theirs:
    name = "loaderx"

    def __init__(self):
        self._store = None

    def create(self, path, form):
        extra = {} if form.dictionary is None else {"dict_bytes": form.dictionary}
        if form.kind == "dense":
            self._store = DenseStore(path, dtype=form.dtype, item_shape=form.item_shape, codec=form.codec, **extra)
        else:
            self._store = RaggedStore(path, dtype=form.dtype, codec=form.codec, **extra)

    def open(self, path, form, write=False):
        self._store = DenseStore(path) if form.kind == "dense" else RaggedStore(path)

    def append(self, records):
        if isinstance(self._store, RaggedStore):
            return int(self._store.append(list(records)))
        shape = (len(records), *records[0].shape)  # np.stack would turn big-endian fields round
        return int(self._store.append(unpacked(packed(records), records[0].dtype, [shape])[0]))

    def delete(self, indices):
        self._store.delete(np.asarray(indices, np.int64))

    def compact(self):
        self._store.compact()

    def stats(self):
        stats = self._store.stats()
        return tuple(int(stats[key] if isinstance(stats, dict) else getattr(stats, key)) for key in STATS)

    def records(self, form):
        count = len(self._store)
        if count == 0:
            return []
        records = self._store.__getitems__(np.arange(count))
        if form.kind == "ragged":
            return list(records)
        return [records[i:i + 1].reshape(records.shape[1:]) for i in range(count)]  # records[i] may be a scalar, which is native

    def dtype(self):
        return self._store.dtype

    def close(self):
        self._store.close()
        self._store = None
