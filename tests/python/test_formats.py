"""Importers and exporters that need no other package, and what all of them share: resuming, memory, refusals."""
import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import tarfile
import time

import numpy as np
import pytest

import zrecord
from zrecord import DenseStore, RaggedStore, open_set
from zrecord.formats import _streams
from zrecord.formats._tf_example import example_bytes, parse_example

RECORDS = 57


@pytest.fixture
def streams():
    with DenseStore("set/label", "i8", ()) as store:
        store.append(np.arange(RECORDS) * 3 - 50)
    with DenseStore("set/points", "f4", (2, 3)) as store:
        store.append(np.arange(RECORDS * 6, dtype="f4").reshape(RECORDS, 2, 3))
    with RaggedStore("set/text", "u1") as store:
        store.append(f"record {i} ".encode() * (1 + i % 4) for i in range(RECORDS))
    with open_set("set") as opened:
        yield opened


def same(found, expected, count=RECORDS, indices=None):
    assert set(found) == set(expected)
    for name, store in expected.items():
        other = found[name]
        assert len(other) == count and other.dtype == store.dtype, name
        for a, b in zip(other, store if indices is None else store[indices], strict=True):
            assert a.shape == b.shape and np.array_equal(a, b), name


def refused_again(make, *arguments, **options):
    with pytest.raises(FileExistsError):
        make(*arguments, **options)


# ---- there and back ---------------------------------------------------------------------------------------------------------------


def test_webdataset(streams):
    shards = zrecord.to_webdataset(streams, "out-%03d.tar", samples_per_shard=20)
    assert [shard.name for shard in shards] == ["out-000.tar", "out-001.tar", "out-002.tar"]
    with tarfile.open(shards[1]) as tar:
        assert tar.getnames()[:3] == ["000000020.label.cls", "000000020.points.npy", "000000020.text"]
        assert tar.extractfile("000000020.label.cls").read() == b"10"
    for pattern in ("out-*.tar", "out-{000..002}.tar", shards):
        with zrecord.from_webdataset(pattern, "back") as back:
            keys = back.pop("__key__")
            assert keys[20].tobytes() == b"000000020"
            back["points"] = np_store(back["points"], "dense-points")
            same(back, streams)
            keys.close()
        for folder in ("back", "dense-points"):
            subprocess.run(["rm", "-r", folder], check=True)
    refused_again(zrecord.to_webdataset, streams, "out-%03d.tar", samples_per_shard=20)
    with pytest.raises(ValueError, match="%06d"):
        zrecord.to_webdataset(streams, "out.tar")
    assert [len(zrecord.to_webdataset(streams, f"n{n}-%d.tar", range(n), samples_per_shard=10)) for n in (9, 10, 11, 20)] == [1, 1, 2, 2]


def np_store(ragged, path):
    """Arrays of a ragged stream that all have one shape, as the dense store they came from."""
    records = np.stack(list(ragged))
    ragged.close()
    store = DenseStore(path, records.dtype, records.shape[1:])
    store.append(records)
    return store


def add(tar, name, content):
    member = tarfile.TarInfo(name)
    member.size = len(content)
    tar.addfile(member, io.BytesIO(content))


def test_webdataset_of_others():
    with tarfile.open("a.tar.gz", "w:gz") as tar:
        for i in range(3):
            add(tar, f"train/x{i}.jpg", b"\xff\xd8" + bytes([i]))
            add(tar, f"train/x{i}.seg.png", b"png%d" % i)
            add(tar, f"train/x{i}.cls", b" %d\n" % (7 - i))
            add(tar, f"train/x{i}.json", json.dumps({"v": i}).encode())
        add(tar, "train/.hidden", b"")
    with zrecord.from_webdataset("a.tar.gz", "s", decode={"json": lambda content: np.float32(json.loads(content)["v"]), "cls": None}) as made:
        assert sorted(made) == ["__key__", "cls", "jpg", "json", "seg.png"]
        assert made["json"][:].tolist() == [0, 1, 2] and made["cls"][1].tobytes() == b" 6\n"
        assert made["__key__"][2].tobytes() == b"train/x2" and made["jpg"][2].tolist() == [255, 216, 2]
    with zrecord.from_webdataset("a.tar.gz", "t") as made:
        assert made["cls"][:].tolist() == [7, 6, 5] and made["cls"].dtype == np.int64
    with tarfile.open("b.tar", "w") as tar:
        add(tar, "1.jpg", b"x")
        add(tar, "2.png", b"x")
    with pytest.raises(ValueError, match="sample 1 has __key__, png, but the first one has __key__, jpg"):
        zrecord.from_webdataset("b.tar", "u")
    with tarfile.open("c.tar", "w") as tar:
        add(tar, "1.cls", b"seven")
    with pytest.raises(ValueError, match="c.tar: member '1.cls'"):
        zrecord.from_webdataset("c.tar", "u")
    pathlib.Path("d.tar").write_bytes(b"no tar" * 200)
    with pytest.raises(ValueError, match="d.tar"):
        zrecord.from_webdataset("d.tar", "v")
    with pytest.raises(FileNotFoundError):
        zrecord.from_webdataset("no-*.tar", "v")


def test_tfrecord(streams):
    assert zrecord.to_tfrecord(streams, "a.tfrecord", range(30)) == 30
    assert zrecord.to_tfrecord(streams, "b.tfrecord", slice(30, None)) == RECORDS - 30
    with zrecord.from_tfrecord(["a.tfrecord", "b.tfrecord"], "back") as back:
        back["points"] = np_store(back["points"], "dense-points")
        same(back, streams)
    content = bytearray(pathlib.Path("a.tfrecord").read_bytes())
    for place, what in ((3, "checksum of the length"), (40, "checksum of the record at byte 0"), (len(content), "ends inside")):
        damaged = content[:-3] if place == len(content) else content[:place] + bytes([content[place] ^ 1]) + content[place + 1:]
        pathlib.Path("c.tfrecord").write_bytes(damaged)
        with pytest.raises(ValueError, match=what):
            zrecord.from_tfrecord("c.tfrecord", "broken", resume=False)


def test_tfrecord_bytes():
    """The bytes that TensorFlow writes for Example {"a": int64 [1, 300, -2], "b": bytes "xy", "c": float [0.5]}."""
    a = b"\x0a\x01a\x12\x11\x1a\x0f\x0a\x0d\x01\xac\x02\xfe" + b"\xff" * 8 + b"\x01"
    b = b"\x0a\x01b\x12\x06\x0a\x04\x0a\x02xy"
    c = b"\x0a\x01c\x12\x08\x12\x06\x0a\x04" + struct.pack("<f", 0.5)
    entries = b"".join(b"\x0a" + bytes([len(entry)]) + entry for entry in (a, b, c))
    message = b"\x0a" + bytes([len(entries)]) + entries
    found = parse_example(message)
    assert found["a"].tolist() == [1, 300, -2] and found["b"] == b"xy" and found["c"].shape == () and found["c"] == 0.5
    assert example_bytes({"a": np.array([1, 300, -2]), "b": np.frombuffer(b"xy", "u1"), "c": np.float32([0.5])}) == message
    unpacked = b"\x0a\x0b\x0a\x09\x0a\x01n\x12\x04\x1a\x02\x08\x05"
    assert parse_example(unpacked)["n"] == 5
    for cut in range(1, len(message)):
        try:
            parse_example(message[:cut])
        except (ValueError, NotImplementedError):
            continue
        raise AssertionError(f"{cut} bytes of {len(message)} were taken")
    numbers = np.array([0, 1, 127, 128, 2**31, 2**63 - 1, -1, -2**63])
    assert parse_example(example_bytes({"n": numbers}))["n"].tolist() == numbers.tolist()


def test_mds(streams):
    assert zrecord.to_mds(streams, "mds", shard_bytes=600) == RECORDS
    index = json.loads(pathlib.Path("mds/index.json").read_text())
    assert len(index["shards"]) > 3 and index["shards"][0]["column_encodings"] == ["int64", "ndarray:float32:2,3", "bytes"]
    with zrecord.from_mds("mds", "back") as back:
        same(back, streams)
    with zrecord.from_mds("mds", "labels", "label", codec="raw") as labels:
        assert labels[:].tolist() == streams["label"][:].tolist() and labels.codec == "raw"
    first = pathlib.Path("mds/shard.00000.mds")
    # The layout as MosaicML describes it: count, offsets, config, samples; sizes of variable columns before the data.
    content = first.read_bytes()
    count, begin = struct.unpack_from("<II", content)
    assert content[begin:begin + 12] == struct.pack("<Iq", 9, -50) and count == index["shards"][0]["samples"]
    for damage, what in ((content[:-1], "bytes, not"), (b"\xff" * 8 + content[8:], "samples, not"), (content[:4] + b"\xff" * 8 + content[12:], "damaged")):
        first.write_bytes(damage)
        with pytest.raises(ValueError, match=what):
            zrecord.from_mds("mds", "broken", resume=False)
    first.unlink()
    with pytest.raises(FileNotFoundError):
        zrecord.from_mds("mds", "gone")
    with RaggedStore("r", "f4") as store, pytest.raises(NotImplementedError):
        store.append([np.zeros(3, "f4")])
        zrecord.to_mds(store, "no")
    assert not pathlib.Path("no").exists()


def test_image_folder():
    for name, content in (("cat/1.png", b"\x89PNG1"), ("cat/2.jpg", b"\xff\xd8\xff2"), ("dog/sub/1.PNG", b"\x89PNG3"), ("dog/note.txt", b"")):
        path = pathlib.Path("in", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    with zrecord.from_image_folder("in", "s") as made:
        assert made["label"][:].tolist() == [0, 0, 1] and [bytes(name).decode() for name in made["name"]] == ["cat/1.png", "cat/2.jpg", "dog/sub/1.PNG"]
        assert made["image"][1].tobytes() == b"\xff\xd8\xff2"
        assert pathlib.Path("s/label.names.txt").read_text() == "cat\ndog\n"
        assert zrecord.to_image_folder(made, "out") == 3
        assert sorted(str(p.relative_to("out")) for p in pathlib.Path("out").rglob("*.*")) == ["cat/1.png", "cat/2.jpg", "dog/1.PNG"]
        assert pathlib.Path("out/dog/1.PNG").read_bytes() == b"\x89PNG3"
    pathlib.Path("in/loose.png").write_bytes(b"x")
    with pytest.raises(ValueError, match="loose.png"):
        zrecord.from_image_folder("in", "t")
    with RaggedStore("x/image", "u1") as image, RaggedStore("x/name", "u1") as name:
        image.append([b"abc"])
        name.append([b"a/.."])
        with pytest.raises(ValueError, match="leads out"):
            zrecord.to_image_folder({"image": image, "name": name}, "evil")
    assert not pathlib.Path("evil").exists()


# ---- what all share -----------------------------------------------------------------------------------------------------------------


def numbers(length, block, fail_at=None, identity="numbers"):
    """A source of two columns that may fail."""
    def blocks(start):
        for first in range(start, length, block):
            if fail_at is not None and first >= fail_at:
                raise OSError("the cable was pulled")
            end = min(first + block, length)
            yield {"n": np.arange(first, end), "t": [np.full(1 + i % 3, i, "i4") for i in range(first, end)]}

    return _streams.Source({"n": _streams.Column(np.dtype("i8"), ()), "t": _streams.Column(np.dtype("i4"))}, length, identity, blocks)


def check_numbers(made, length):
    assert made["n"][:].tolist() == list(range(length))
    assert [record.tolist() for record in made["t"]] == [[i] * (1 + i % 3) for i in range(length)]
    assert all(store.verify() for store in made.values())


def test_an_interrupted_import_goes_on():
    with pytest.raises(OSError, match="cable"):
        _streams.import_source(numbers(1000, 64, fail_at=500), "s")
    assert not pathlib.Path("s").exists() and pathlib.Path(".s.importing").is_dir()
    with pytest.raises(ValueError, match="another source"):
        _streams.import_source(numbers(1000, 64, identity="others"), "s")
    seen = []
    with _streams.import_source(numbers(1000, 64), "s", progress=lambda *what: seen.append(what)) as made:
        check_numbers(made, 1000)
    assert seen[0] == ("importing", 512, 1000) and seen[-1] == ("importing", 1000, 1000)
    assert sorted(os.listdir()) == ["s"] and sorted(os.listdir("s")) == ["n", "t"]
    refused_again(_streams.import_source, numbers(1000, 64), "s")
    with pytest.raises(OSError):
        _streams.import_source(numbers(1000, 64, fail_at=500), "u")
    with _streams.import_source(numbers(10, 4, identity="fresh"), "u", resume=False) as made:
        check_numbers(made, 10)


def test_streams_that_were_cut_at_different_places():
    with pytest.raises(OSError):
        _streams.import_source(numbers(1000, 64, fail_at=500), "s")
    with DenseStore(".s.importing/n", mode="r+") as store:
        store.append(np.array([-1, -2]))
    with _streams.import_source(numbers(1000, 64), "s") as made:
        check_numbers(made, 1000)


def test_killed_imports_go_on(tmp_path):
    """A process that imports is killed at random moments until it comes to the end."""
    with DenseStore("set/n", "i8", ()) as n, RaggedStore("set/t", "i4") as t:
        n.append(np.arange(6000))
        t.append(np.full(1 + i % 3, i, "i4") for i in range(6000))
    with open_set("set") as streams:
        zrecord.to_tfrecord(streams, "all.tfrecord")
    code = """
import sys, zrecord
from zrecord.formats import _streams, samples
samples.BLOCK = 2000
zrecord.from_tfrecord("all.tfrecord", "made", ragged=["t"]).close()
"""
    kills = 0
    rng = np.random.default_rng(3)
    while not pathlib.Path("made").exists():
        process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        if kills < 8:
            while not pathlib.Path(".made.importing").exists() and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.005)
            time.sleep(rng.random() * 0.3)
            process.kill()
        _, error = process.communicate(timeout=60)
        assert process.returncode in (0, -9), error.decode()
        kills += process.returncode == -9
        assert kills <= 8
    with open_set("made") as made:
        assert made["n"][:].tolist() == list(range(6000)) and all(len(r) == 1 + i % 3 and r[0] == i for i, r in enumerate(made["t"]))
    assert not pathlib.Path(".made.importing").exists()


def test_codecs_of_streams():
    with _streams.import_source(numbers(100, 64), "s", codec={"n": "raw"}) as made:
        assert made["n"].codec == "raw" and made["t"].codec == "zstd"


def test_memory_is_bounded():
    """An import of 200 MB, and its export, in a process that gets 100 MB of memory; mapped files are not counted."""
    code = """
import resource, numpy as np, zrecord
from zrecord.formats import _streams
def blocks(start):
    for first in range(start, 200, 8):
        yield {"x": np.full((8, 1 << 20), first, "u1")}
source = _streams.Source({"x": _streams.Column(np.dtype("u1"), (1 << 20,))}, 200, "x", blocks)
with open("/proc/self/status") as status:
    data = next(int(line.split()[1]) << 10 for line in status if line.startswith("VmData"))
resource.setrlimit(resource.RLIMIT_DATA, (data + (100 << 20),) * 2)
try:
    np.ones(120 << 20, "u1")
    raise SystemExit("the limit does nothing")
except MemoryError:
    pass
_streams.import_source(source, "x", codec="raw").close()
with zrecord.open_set("x") as made:
    assert zrecord.to_mds(made, "mds", shard_bytes=1 << 20) == 200
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_export_that_fails_leaves_nothing(streams):
    pathlib.Path("a.tfrecord").write_bytes(b"mine")
    refused_again(zrecord.to_tfrecord, streams, "a.tfrecord")

    def stop(*what):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        zrecord.to_tfrecord(streams, "a.tfrecord", overwrite=True, progress=stop)
    assert pathlib.Path("a.tfrecord").read_bytes() == b"mine" and not list(pathlib.Path().glob(".*"))
    assert zrecord.to_tfrecord(streams["label"], "a.tfrecord", [5, 5, -1], overwrite=True) == 3
    with zrecord.from_tfrecord("a.tfrecord", "s") as made:
        assert made["records"][:].tolist() == [-35, -35, 118]


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(ImportError, match=r"h5py .* pip install 'zrecord\[hdf5\]'"):
        zrecord.from_hdf5("x.h5", "s")
