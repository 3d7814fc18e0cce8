"""Makes the stores of this folder: loaderx 1.7.2 is killed at one of its writes inside delete or compact.

    make_damaged.py OUTPUT        needs strace, and a Python with numpy, zstandard and loaderx 1.7.2

Each case is a folder with one store, or a set of stores, and expected.json: what each slot of each stream holds now,
found by reading the files as the format's page says and comparing with what was appended. `null` is a slot that holds none
of the appended records.
"""
import json
import pathlib
import shutil
import struct
import subprocess
import sys

import numpy
import zstandard
from loaderx.zrecord import DenseStore, RaggedStore

RECORDS = 12


def records_of(stream):
    """What record i of a stream is: every one different, and different from those of other streams."""
    if stream == "image":
        return [numpy.arange(i * 7, i * 7 + 8, dtype=numpy.uint8) for i in range(RECORDS)]
    if stream == "label":
        return [numpy.array(100 + i, dtype=numpy.uint8) for i in range(RECORDS)]
    rng = numpy.random.default_rng(7)
    # The first is small: its place is too short for the next one, which compact then moves over itself.
    return [rng.integers(0, 255, size=200 + 3 * i if i else 10, dtype=numpy.uint8) for i in range(RECORDS)]


def create(path, stream, codec):
    records = records_of(stream)
    if stream == "text":
        store = RaggedStore(str(path), dtype="uint8", codec=codec)
        store.append(records)
    else:
        store = DenseStore(str(path), dtype="uint8", item_shape=records[0].shape, codec=codec)
        store.append(numpy.stack(records))
    store.close()


def change(path, stream, what, targets):
    store = RaggedStore(str(path)) if stream == "text" else DenseStore(str(path))
    store.delete(targets) if what == "delete" else store.compact()
    store.close()


def killed(path, stream, what, targets, write):
    """Runs the change in another process that dies as it begins its write number `write`, from 1."""
    command = ["strace", "-f", "-qq", "-e", "trace=pwritev,pwrite64", "-e", f"inject=pwritev,pwrite64:signal=KILL:when={write}", "-o", "/dev/null",
               sys.executable, __file__, "--change", str(path), stream, what, ",".join(map(str, targets))]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if done.returncode == 0:
        sys.exit(f"{path}: {what} has no write number {write}")


def slots(path, stream):
    """The number of the appended record that each slot reads as now."""
    header = (path / "meta.zr").read_bytes()
    codec, length = header[5], struct.unpack_from("<Q", header, 14)[0]
    chunk, table = (path / "0.chunk").read_bytes(), (path / "0.loc").read_bytes()

    def stored(entry):
        offset, physical, _, _ = struct.unpack_from("<IIII", table, 16 * entry)
        raw = chunk[offset:offset + physical]
        if codec == 0:
            return raw
        try:
            return zstandard.ZstdDecompressor().decompress(raw)
        except zstandard.ZstdError:
            return None

    ragged = stream == "text"
    known = [(r.tobytes(), struct.pack("<QQ", 1, r.size) if ragged else None) for r in records_of(stream)]
    found = []
    for slot in range(length // 2 if ragged else length):
        whole = (stored(2 * slot), stored(2 * slot + 1)) if ragged else (stored(slot), None)
        found.append(known.index(whole) if whole in known else None)
    return found


# name: streams with codecs, changes before (all streams), the stream that is killed, change, targets, write; streams that came before it
CASES = {
    "delete-raw-1-of-3": ({"image": "raw"}, [], "image", "delete", [1, 4, 7], 2),
    "delete-raw-3-of-3": ({"image": "raw"}, [], "image", "delete", [1, 4, 7], 4),
    "delete-tail-zstd": ({"label": "zstd"}, [], "label", "delete", [2, 10, 11], 2),
    "delete-ragged-zstd-2-of-3": ({"text": "zstd"}, [], "text", "delete", [0, 5, 6], 3),
    "delete-set-first-stream": ({"image": "raw", "label": "zstd"}, [], "image", "delete", [1, 4, 7], 3),
    "delete-set-second-stream": ({"image": "raw", "label": "zstd"}, [], "label", "delete", [1, 4, 7], 3),
    "compact-ragged-zstd-payload": ({"text": "zstd"}, [[0]], "text", "compact", [], 2),
    "compact-ragged-zstd-later": ({"text": "zstd"}, [[0]], "text", "compact", [], 10),
    "compact-raw": ({"image": "raw"}, [[0, 3]], "image", "compact", [], 4),
}


def make(name, root):
    streams, before, victim, what, targets, write = CASES[name]
    folder = root / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    expected = {}
    for stream, codec in streams.items():
        create(folder / stream, stream, codec)
        for deleted in before:
            change(folder / stream, stream, "delete", deleted)
    for stream in streams:
        if stream == victim:
            killed(folder / stream, stream, what, targets, write)
            break
        change(folder / stream, stream, what, targets)
    for stream in streams:
        expected[stream] = slots(folder / stream, stream)
    (folder / "expected.json").write_text(json.dumps({"change": what, "targets": targets, "killed": victim, "slots": expected}, indent=1) + "\n", encoding="utf-8")
    print(name, expected)


if __name__ == "__main__":
    if sys.argv[1] == "--change":
        change(pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4], [int(t) for t in sys.argv[5].split(",") if t])
    else:
        for case in CASES:
            make(case, pathlib.Path(sys.argv[1]))
