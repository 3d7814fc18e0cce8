"""Importers and exporters beside the packages that own the formats: what we write they read, what they write we read."""
import io
import json
import pathlib
import sys

import datasets
import h5py
import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
import tqdm
import webdataset
import zarr
from PIL import Image
from tfrecord.reader import tfrecord_loader
from tfrecord.writer import TFRecordWriter

import zrecord
from zrecord import DenseStore, RaggedStore, open_set

RECORDS = 300


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))


def arrays():
    rng = np.random.default_rng(7)
    return {"label": np.arange(RECORDS) * 3 - 50, "points": rng.random((RECORDS, 2, 3), "f4"), "flag": rng.random(RECORDS) < 0.5,
            "half": rng.random((RECORDS, 4)).astype("f2")}


def texts():
    return [f"record {i} ".encode() * (1 + i % 4) for i in range(RECORDS)]


def sequences():
    return [np.arange(1 + i % 5, dtype="i4") + i for i in range(RECORDS)]


@pytest.fixture
def streams():
    for name, records in arrays().items():
        with DenseStore(f"set/{name}", records.dtype, records.shape[1:]) as store:
            store.append(records)
    with RaggedStore("set/text", "u1") as store:
        store.append(texts())
    with RaggedStore("set/sequence", "i4") as store:
        store.append(sequences())
    with open_set("set") as opened:
        yield opened


def same(found, expected, dtypes=True):
    assert set(found) == set(expected)
    for name, store in expected.items():
        assert len(found[name]) == RECORDS and (not dtypes or found[name].dtype == store.dtype), name
        for a, b in zip(found[name], store, strict=True):
            assert a.shape == b.shape and np.array_equal(a, b), name


def test_hdf5(streams):
    assert zrecord.to_hdf5(streams, "a.h5", compression="gzip") == RECORDS
    with h5py.File("a.h5") as file:
        for name, records in arrays().items():
            assert np.array_equal(file[name][:], records) and file[name].dtype == records.dtype
        assert [value.tobytes() for value in file["text"][:]] == texts()
    with zrecord.from_hdf5("a.h5", "back") as back:
        same(back, streams)
    with h5py.File("b.h5", "w") as file:
        group = file.create_group("train")
        group["x"] = np.arange(20.0).reshape(5, 4)
        group["y"] = np.arange(5, dtype=">i2")
        group.create_dataset("words", data=["a", "bcd", "e", "ff", "g"], dtype=h5py.string_dtype())
        file["other"] = np.zeros(7)
    with pytest.raises(ValueError, match="'other': 7"):
        zrecord.from_hdf5("b.h5", "s")
    with zrecord.from_hdf5("b.h5", "s", ["train/x", "train/y", "train/words"]) as made:
        assert made["train.x"][3].tolist() == [12, 13, 14, 15] and made["train.y"].dtype == np.dtype(">i2")
        assert made["train.words"][1].tobytes() == b"bcd"
    with zrecord.from_hdf5("b.h5", "single", "train/y") as made:
        assert made[:].tolist() == [0, 1, 2, 3, 4]
    with RaggedStore("shapes", "f4") as store:
        store.append([np.zeros((2, 3), "f4"), np.ones(4, "f4"), np.full((1, 1, 2), 7, "f4")])
        zrecord.to_hdf5(store, "c.h5")
    with zrecord.from_hdf5("c.h5", "shapes-back", "records") as made:
        assert [record.shape for record in made] == [(2, 3), (4,), (1, 1, 2)] and made[2].tolist() == [[[7, 7]]]


def ragged_of(dtype):
    with RaggedStore("ragged", dtype) as store:
        store.append([np.arange(i, i + n).astype(dtype) for i, n in enumerate((3, 1, 5, 2))])
        store.append([np.arange(6).reshape(2, 3).astype(dtype)])
    return RaggedStore("ragged", mode="r")


@pytest.mark.parametrize("dtype", [">i4", "<i4", ">f8", ">u2"])
def test_foreign_byte_orders_keep_their_values(dtype):
    """Types may lose their byte order on the way; values never."""
    with ragged_of(dtype) as store, DenseStore("dense", dtype, (2,)) as dense:
        dense.append(np.arange(10).reshape(5, 2).astype(dtype))
        expected = [record.tolist() for record in store]
        both = {"r": store, "d": dense}
        zrecord.to_hdf5(both, "a.h5")
        with h5py.File("a.h5") as file:
            assert file["d"][:].tolist() == dense[:].tolist()
        zrecord.to_zarr(both, "a.zarr")
        assert zarr.open("a.zarr", mode="r")["r"]["values"][:3].tolist() == [0, 1, 2]
        flat = {"r": None, "d": dense}
        for make, source, name in ((zrecord.from_hdf5, "a.h5", "h"), (zrecord.from_zarr, "a.zarr", "z")):
            with make(source, name) as made:
                assert [record.tolist() for record in made["r"]] == expected and made["d"][:].tolist() == dense[:].tolist(), name
        with RaggedStore("vectors", dtype) as vectors:
            vectors.append([record for record in store if record.ndim == 1] + [np.array([7], dtype)])
            flat["r"] = vectors
            zrecord.to_parquet(flat, "a.parquet")
            with zrecord.from_parquet("a.parquet", "p") as made:
                assert [record.tolist() for record in made["r"]] == [record.tolist() for record in vectors]
                assert made["d"][:].tolist() == dense[:].tolist()
            zrecord.to_webdataset(flat, "a-%d.tar")
            with zrecord.from_webdataset("a-0.tar", "w") as made:
                assert [record.tolist() for record in made["r"]] == [record.tolist() for record in vectors] and made["r"].dtype == np.dtype(dtype)


def test_hdf5_of_equal_and_of_single_records():
    with RaggedStore("r", "i4") as store:
        store.append([np.full(3, i, "i4") for i in range(5)])
        assert zrecord.to_hdf5(store, "a.h5") == 5 and zrecord.to_hdf5(store, "b.h5", [2]) == 1
    for file, expected in (("a.h5", [0, 1, 2, 3, 4]), ("b.h5", [2])):
        with zrecord.from_hdf5(file, file + ".store", "records") as made:
            assert [record.tolist() for record in made] == [[i] * 3 for i in expected]


SIZES = [10] * 2000 + [30_000] * 200 + [10] * 100


def sizes_in_memory(monkeypatch, module, make, *arguments):
    """Rows and bytes of the blocks that an import was given."""
    blocks = []
    fill = zrecord.formats._streams._fill

    def watched(source, streams, progress):
        inner = source.blocks
        def blocks_of(start):
            for block in inner(start):
                blocks.append((len(next(iter(block.values()))), sum(sum(r.nbytes for r in v) if isinstance(v, list) else v.nbytes for v in block.values())))
                yield block
        source.blocks = blocks_of
        fill(source, streams, progress)

    with monkeypatch.context() as patched:
        patched.setattr(zrecord.formats._streams, "_fill", watched)
        patched.setattr(module, "BLOCK", 100_000)
        made = make(*arguments)
    with made:
        assert [len(record) for record in made] == SIZES
    assert sum(rows for rows, _ in blocks) == len(SIZES)
    return blocks


def test_memory_of_hdf5_and_zarr(monkeypatch):
    from zrecord.formats import arrays as module
    with RaggedStore("r", "u1") as store:
        store.append([np.full(size, 1, "u1") for size in SIZES])
        zrecord.to_hdf5(store, "a.h5")
        zrecord.to_zarr(store, "a.zarr")
    blocks = sizes_in_memory(monkeypatch, module, zrecord.from_zarr, "a.zarr", "z", "records")
    assert max(size for rows, size in blocks if rows > 1) <= 100_000
    blocks = sizes_in_memory(monkeypatch, module, zrecord.from_hdf5, "a.h5", "h", "records")
    # The first large ones come unforeseen, among at most 64; from then on a block is full after a few.
    *others, unforeseen = sorted(size for _, size in blocks)
    assert others[-1] <= 200_000 and unforeseen <= 64 * 30_000 + 100_000


def test_memory_of_tables(monkeypatch):
    from zrecord.formats import tables as module
    column = pa.array([bytes(size) for size in SIZES], pa.binary())
    parquet.write_table(pa.table({"x": column}), "a.parquet", row_group_size=700)
    for make, source, name in ((zrecord.from_parquet, "a.parquet", "p"), (zrecord.from_hf_dataset, datasets.Dataset.from_parquet("a.parquet"), "f")):
        blocks = sizes_in_memory(monkeypatch, module, make, source, name, "x")
        assert max(size for rows, size in blocks if rows > 1) <= 100_000, name


def test_empty_sets():
    with DenseStore("set/d", "f4", (2,)), RaggedStore("set/r", "i4"):
        pass
    with open_set("set") as streams:
        zrecord.to_hdf5(streams, "a.h5")
        zrecord.to_zarr(streams, "a.zarr")
        zrecord.to_parquet(streams, "a.parquet")
    for make, source in ((zrecord.from_hdf5, "a.h5"), (zrecord.from_zarr, "a.zarr"), (zrecord.from_parquet, "a.parquet")):
        with make(source, source + ".set") as made:
            assert made["d"].item_shape == (2,) and made["d"].dtype == np.dtype("f4") and made["r"].dtype == np.dtype("i4") and made.records == 0


def test_a_changed_zarr_does_not_go_on():
    group = zarr.open_group("a.zarr", mode="w")
    array = group.create_array("x", shape=(40,), dtype="i4", chunks=(10,))
    array[:] = np.arange(40)

    def stop(*news):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        zrecord.from_zarr("a.zarr", "s", progress=stop)
    array[35] = 7
    with pytest.raises(ValueError, match="another source"):
        zrecord.from_zarr("a.zarr", "s")
    with zrecord.from_zarr("a.zarr", "s", resume=False) as made:
        assert made["x"][35] == 7


@pytest.mark.parametrize("kind", ["memory", "zip"])
def test_zarr_stores_that_are_no_folders_are_known_by_what_they_hold(kind):
    """A store in memory has another name in every process."""
    values = np.arange(4 * 10**5, dtype="f8").reshape(-1, 4)

    def made(values, **attributes):
        target = zarr.storage.MemoryStore() if kind == "memory" else zarr.storage.ZipStore("a.zip", mode="w")
        array = zarr.open_group(target, mode="w").create_array("x", shape=values.shape, chunks=(1000, 4), dtype=values.dtype)
        array[:] = values
        array.attrs.update(attributes)
        if kind == "memory":
            return zarr.open_group(target, mode="r")
        target.close()
        return zarr.open_group(zarr.storage.ZipStore("a.zip", mode="r"), mode="r")

    def stop(*news):
        raise KeyboardInterrupt

    first = made(values)
    with pytest.raises(KeyboardInterrupt):
        zrecord.from_zarr(first, "s", progress=stop)
    with zrecord.from_zarr(made(values) if kind == "memory" else first, "s") as same:
        assert np.array_equal(same["x"][:], values)
    with pytest.raises(KeyboardInterrupt):
        zrecord.from_zarr(first, "again", progress=stop)
    last = values.copy()
    last[-1, -1] += 1
    for other in (last, values.astype("f4"), values[:-1]):
        with pytest.raises(ValueError, match="another source"):
            zrecord.from_zarr(made(other), "again")
    with pytest.raises(ValueError, match="another source"):
        zrecord.from_zarr(made(values, unit="m"), "again")


def test_files_that_are_none():
    pathlib.Path("junk").write_bytes(b"junk" * 100)
    for make in (zrecord.from_hdf5, zrecord.from_parquet, zrecord.from_zarr):
        with pytest.raises(FileNotFoundError) as caught:
            make("nope", "s")
        assert isinstance(caught.value, zrecord.ZrecordError) and caught.value.code == -11
    for make in (zrecord.from_hdf5, zrecord.from_parquet):
        with pytest.raises(ValueError, match="junk") as caught:
            make("junk", "s")
        assert isinstance(caught.value, zrecord.ZrecordError)


def test_zarr(streams):
    assert zrecord.to_zarr(streams, "a.zarr") == RECORDS
    group = zarr.open("a.zarr", mode="r")
    for name, records in arrays().items():
        assert np.array_equal(group[name][:], records) and group[name].dtype == records.dtype
    with zrecord.from_zarr("a.zarr", "back") as back:
        same(back, streams)
    zarr.save("b.zarr", np.arange(12).reshape(4, 3))
    with zrecord.from_zarr("b.zarr", "one") as made:
        assert made[2].tolist() == [6, 7, 8]
    with zrecord.from_zarr(zarr.open("a.zarr", mode="r"), "label", "label") as made:
        assert np.array_equal(made[:], arrays()["label"])


def test_parquet(streams):
    assert zrecord.to_parquet(streams, "a.parquet") == RECORDS
    table = parquet.read_table("a.parquet")
    for name, records in arrays().items():
        assert table[name].to_pylist() == records.tolist()
    assert table["text"].to_pylist() == texts() and table["sequence"].to_pylist() == [s.tolist() for s in sequences()]
    with zrecord.from_parquet("a.parquet", "back") as back:
        same(back, streams)
    parquet.write_table(table.slice(0, 100), "p-0.parquet", row_group_size=30)
    parquet.write_table(table.slice(100), "p-1.parquet", row_group_size=64)
    # Interrupted twice, then complete.
    for stop in (60, 170):
        def until(stage, done, total, stop=stop):
            if done >= stop:
                raise KeyboardInterrupt
        with pytest.raises(KeyboardInterrupt):
            zrecord.from_parquet("p-*.parquet", "parts", progress=until)
    with zrecord.from_parquet("p-*.parquet", "parts") as back:
        same(back, streams)
    with zrecord.from_parquet("a.parquet", "single", "points", codec="raw") as made:
        assert np.array_equal(made[:], arrays()["points"])
    nested = pa.table({"m": [[[1, 2], [3, 4]], [[5, 6]]], "s": ["a", "é"]})
    parquet.write_table(nested, "n.parquet")
    with zrecord.from_parquet("n.parquet", "nested") as made:
        assert [record.tolist() for record in made["m"]] == [[[1, 2], [3, 4]], [[5, 6]]] and made["s"][1].tobytes().decode() == "é"
    parquet.write_table(pa.table({"x": [1, None]}), "null.parquet")
    with pytest.raises(ValueError, match="'x' has no value in record 1"):
        zrecord.from_parquet("null.parquet", "null")
    parquet.write_table(pa.table({"x": [[[1, 2], [3]]]}), "bent.parquet")
    with pytest.raises(ValueError, match="'x', record 0: its lists differ"):
        zrecord.from_parquet("bent.parquet", "bent")


def test_hf_datasets(streams):
    made = zrecord.to_hf_dataset(streams, "a.parquet")
    assert made[7]["label"] == arrays()["label"][7] and made[7]["text"] == texts()[7] and len(made) == RECORDS
    with zrecord.from_hf_dataset(made, "back") as back:
        same(back, streams)
    features = datasets.Features({"label": datasets.ClassLabel(names=["cat", "dog"]), "image": datasets.Image(), "text": datasets.Value("string")})
    picture = io.BytesIO()
    Image.fromarray(np.arange(48, dtype="u1").reshape(4, 4, 3)).save(picture, "PNG")
    data = datasets.Dataset.from_dict({"label": [1, 0, 1], "image": [{"bytes": picture.getvalue(), "path": None}] * 3, "text": ["a", "b", "c"]}, features)
    with zrecord.from_hf_dataset(data.select([2, 0, 1]).filter(lambda row: row["text"] != "a"), "images") as made:
        assert made["label"][:].tolist() == [1, 0] and [bytes(t) for t in made["text"]] == [b"c", b"b"]
        assert made["image"][0].tobytes() == picture.getvalue()
    assert pathlib.Path("images/label.names.txt").read_text() == "cat\ndog\n"


def test_webdataset(streams):
    shards = zrecord.to_webdataset(streams, "a-%03d.tar", samples_per_shard=128)
    found = list(webdataset.WebDataset([str(shard) for shard in shards], shardshuffle=False).decode())
    assert len(found) == RECORDS
    for i, sample in enumerate(found):
        assert sample["label.cls"] == arrays()["label"][i] and np.array_equal(sample["points.npy"], arrays()["points"][i])
        assert sample["text"] == texts()[i].decode() and np.array_equal(sample["sequence.npy"], sequences()[i])
    with webdataset.TarWriter("theirs.tar") as writer:
        for i in range(50):
            writer.write({"__key__": f"k{i:03d}", "cls": i, "npy": np.full((2, 2), i), "txt": f"text {i}", "json": {"i": i}})
    with zrecord.from_webdataset("theirs.tar", "made", decode={"json": lambda content: np.int32(json.loads(content)["i"])}) as made:
        assert made["cls"][:].tolist() == made["json"][:].tolist() == list(range(50))
        assert made["txt"][3].tobytes() == b"text 3" and made["npy"][4].tolist() == [[4, 4], [4, 4]]
        assert made["__key__"][49].tobytes() == b"k049"


def test_tfrecord(streams):
    zrecord.to_tfrecord(streams, "a.tfrecord")
    for i, sample in enumerate(tfrecord_loader("a.tfrecord", None)):
        assert sample["label"].tolist() == [arrays()["label"][i]] and np.array_equal(sample["points"], arrays()["points"][i].reshape(-1))
        assert bytes(sample["text"]) == texts()[i] and sample["sequence"].tolist() == sequences()[i].tolist()
    assert i == RECORDS - 1
    writer = TFRecordWriter("b.tfrecord")
    for i in range(40):
        writer.write({"image": (bytes([i]) * 20, "byte"), "label": (i - 7, "int"), "box": ([i / 2, 1.5, -3.0], "float"), "ids": ([i] * (1 + i % 3), "int")})
    writer.close()
    with zrecord.from_tfrecord("b.tfrecord", "made", ragged=["ids"]) as made:
        assert made["label"][:].tolist() == [i - 7 for i in range(40)] and made["box"][4].tolist() == [2.0, 1.5, -3.0]
        assert made["image"][9].tobytes() == bytes([9]) * 20 and [len(ids) for ids in made["ids"]] == [1 + i % 3 for i in range(40)]


def test_image_folder():
    rng = np.random.default_rng(1)
    pixels = {}
    for name in ("ant/a.png", "ant/b.png", "bee/c.png"):
        pixels[name] = rng.integers(0, 255, (5 + len(pixels), 7, 3), "u1")
        pathlib.Path("in", name).parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(pixels[name]).save(pathlib.Path("in", name))
    with zrecord.from_image_folder("in", "s", decode=True) as made:
        assert all(np.array_equal(a, b) for a, b in zip(made["image"], pixels.values(), strict=True)) and made["label"][:].tolist() == [0, 0, 1]
        zrecord.to_image_folder(made, "out")
    for name, expected in pixels.items():
        assert np.array_equal(np.asarray(Image.open(pathlib.Path("out", name))), expected)
    with zrecord.from_image_folder("in", "small", decode=True, size=(4, 6), mode="L") as made:
        assert made["image"].item_shape == (4, 6)
    pathlib.Path("in/bee/d.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match="d.png"):
        zrecord.from_image_folder("in", "broken", decode=True)


def test_a_summary_in_pandas(streams):
    table = zrecord.summary(streams)
    assert table.loc["label", "records"] == RECORDS and table.loc["label", "plain_bytes"] == 8 * RECORDS
    assert table.loc["text", "plain_bytes"] == sum(map(len, texts())) and table.loc["points", "item_shape"] == (2, 3)
    assert list(table.index) == sorted(streams)


def test_a_bar_of_tqdm(streams, capsys):
    zrecord.to_tfrecord(streams, "a.tfrecord", progress=True)
    assert "exporting: 100%" in capsys.readouterr().err and tqdm.__name__ in sys.modules
