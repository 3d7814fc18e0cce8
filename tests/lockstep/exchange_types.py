"""exchange_types.py DRIVER: every class of element type, dense and ragged, written by each program and read by the other and
by the independent reader."""
import json
import pathlib
import re
import sys
import tempfile
import unittest

import numpy as np
import zr_reader
from both_sides import Form, Ours, Theirs

SCALARS = ["|b1", "|i1", "|u1", "<i2", ">u2", "<i4", ">i4", "<u8", ">i8", "<f2", ">f2", "<f4", "<f8", ">f8", "<f16", "<c8", ">c16",
           "|S1", "|S7", "<U1", ">U5", "<M8[ns]", ">M8[D]", "<M8[25s]", "<m8[us]", "<m8", "<M8", "|V1", "|V9"]
STRUCTS = [
    [("a", "<f4"), ("b", ">i2")],
    [("p", [("x", "<i2"), ("y", "<i2")]), ("t", "<f8")],
    [("a", ">u2"), ("b", "<f4", (2, 3)), ("c", "|u1")],
    [(("a title", "a"), "<i4"), ("b", "|S3")],
    [("ä ö", "<U2"), ("with 'quote'", "|b1")],
    [("n", [("m", [("k", "<m8[h]", (2,))])]), ("z", "<c16")],
    [("a name that is longer than thirty-one characters, so that it needs str 8", "<u4")],
]
SHAPES = [(), (1,), (4,), (3, 2), (300,), (2, 1, 7_000)]


def sample(dtype, shape, seed):
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    noise = np.random.default_rng(seed)
    data = noise.integers(1, 2 if has_bool(dtype) else 0x40, size, np.uint8)
    if dtype.kind == "U":  # bytes that are code points
        points = noise.integers(1, 0xD000, size // 4)
        data = np.frombuffer(points.astype(np.dtype("u4").newbyteorder(dtype.byteorder)).tobytes(), np.uint8)
    elif has_text(dtype):
        data[:] = 0
    return data.view(np.dtype((np.void, dtype.itemsize))).view(dtype).reshape(shape)


def has_kind(dtype, kind):
    if dtype.subdtype:
        return has_kind(dtype.subdtype[0], kind)
    return any(has_kind(dtype[name], kind) for name in dtype.names) if dtype.names else dtype.kind == kind


def has_bool(dtype):
    return has_kind(dtype, "b")


def has_text(dtype):
    return has_kind(dtype, "U")


class Types(unittest.TestCase):
    driver = ""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="zr-types-")
        self.addCleanup(self._folder.cleanup)
        self.ours, self.theirs = Ours(self.driver, self._folder.name), Theirs()
        self.addCleanup(self.ours.end)
        self.number = 0

    def exchange(self, form, records):
        stores = []
        for writer in (self.ours, self.theirs):
            self.number += 1
            path = pathlib.Path(self._folder.name) / str(self.number)
            writer.create(str(path), form)
            writer.append(records)
            writer.close()
            stores.append(path)
        self.assertEqual((stores[0] / "store.zr").read_bytes(), (stores[1] / "store.zr").read_bytes(), "store.zr")
        for path in stores:
            for reader in (self.ours, self.theirs):
                reader.open(str(path), form)
                if reader is self.theirs:
                    self.assertEqual(reader.dtype(), form.dtype)
                self.same(reader.records(form), records)
                reader.close()
            self.same(list(zr_reader.Store(path)), records)

    def same(self, read, expected):
        self.assertEqual(len(read), len(expected))
        for record, other in zip(read, expected):
            self.assertEqual((record.dtype, record.shape, record.tobytes()), (other.dtype, other.shape, other.tobytes()))

    def test_dense(self):
        for number, text in enumerate(SCALARS + STRUCTS):
            with self.subTest(dtype=text):
                dtype = np.dtype(text)
                shape = SHAPES[number % len(SHAPES)]
                codec = ("raw", "zstd")[number % 2]
                self.exchange(Form("dense", dtype, codec, shape), [sample(dtype, shape, seed) for seed in range(3)])

    def test_ragged(self):
        for number, text in enumerate(SCALARS + STRUCTS):
            with self.subTest(dtype=text):
                dtype = np.dtype(text)
                codec = ("zstd", "raw")[number % 2]
                self.exchange(Form("ragged", dtype, codec), [sample(dtype, shape, 7) for shape in SHAPES])

    # loaderx turns padding into named fields; the bytes and the identity are the same, and ours gives the type back.
    def test_padding(self):
        dtype = np.dtype([("a", "u1"), ("b", "<f8"), ("c", "<i2")], align=True)
        form = Form("dense", dtype, "raw", (2,))
        records = [sample(dtype, (2,), seed) for seed in range(4)]
        paths = [pathlib.Path(self._folder.name) / name for name in ("p1", "p2")]
        for writer, path in zip((self.ours, self.theirs), paths):
            writer.create(str(path), form)
            writer.append(records)
            writer.close()
            self.ours.open(str(path), form)
            self.assertEqual(self.ours.describe()[3], str(dtype.descr))
            self.same(self.ours.records(form), records)
            self.ours.close()
            self.theirs.open(str(path), form)
            self.assertEqual(b"".join(r.tobytes() for r in self.theirs.records(form)), b"".join(r.tobytes() for r in records))
            self.theirs.close()
            self.same(list(zr_reader.Store(path)), records)
        self.assertEqual((paths[0] / "store.zr").read_bytes(), (paths[1] / "store.zr").read_bytes())

    # The bytes printed in section 9 of the format page are those that both programs write.
    def test_worked_example(self):
        page = pathlib.Path(__file__).resolve().parents[2].joinpath("docs/format/store_format.md").read_text(encoding="utf-8")
        example = page[page.index("## 9. Worked example"):]
        records = [np.arange(first, first + 4, dtype="u1") for first in (1, 5, 9)]
        for side in (self.ours, self.theirs):
            path = pathlib.Path(self._folder.name) / side.name
            side.create(str(path), Form("dense", "u1", "raw", (4,)))
            side.append(records)
            side.delete([0])
            side.close()
            for name in ("meta.zr", "store.zr", "0.loc"):
                block = example[example.index(f"`{name}`:"):].split("```")[1]
                printed = bytes.fromhex("".join(re.match(r"((?:[0-9a-f]{2} )*)", line)[1] for line in block.splitlines()))
                self.assertEqual((path / name).read_bytes(), printed, f"{side.name} {name}")
            self.assertIn("`" + (path / "0.chunk").read_bytes().hex(" ") + "`", example)

    # What golden stores of our own making say must be what loaderx's reader and the independent one say.
    def test_report(self):
        form = Form("ragged", "<i4", "zstd")
        path = pathlib.Path(self._folder.name) / "report"
        self.ours.create(str(path), form)
        self.ours.append([np.arange(6, dtype="<i4").reshape(2, 3), np.array(5, "<i4")])
        self.assertEqual(self.ours.ask("verify"), "clean")
        counted = self.ours.stats()
        self.ours.close()
        report = json.loads(json.dumps(zr_reader.Store(path).report()))
        self.assertEqual(tuple(report["stats"].values()), counted)
        self.assertEqual([r["shape"] for r in report["record"]], [[2, 3], []])
        self.assertEqual((report["kind"], report["dtype"], report["codec"]), ("ragged", "<i4", "zstd"))


if __name__ == "__main__":
    Types.driver = sys.argv[1]
    unittest.main(argv=[sys.argv[0]])
