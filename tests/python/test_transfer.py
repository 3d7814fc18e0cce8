"""Files in and out, and sets of streams."""
import gzip
import pathlib

import numpy as np
import pytest

from zrecord import (DataLoader, DenseStore, RaggedStore, append_file, from_file, from_npy, from_npz, open_set, open_store, to_npy,
                     to_npz, train_dict)


@pytest.mark.parametrize("codec", ["raw", "zstd", "zstd_dict"])
def test_npy(images, codec):
    np.save("in.npy", images)
    dictionary = train_dict(np.repeat(images, 8, axis=0), "fast") if codec == "zstd_dict" else None
    told = []
    with from_npy("in.npy", "s", codec=codec, dict_bytes=dictionary, progress=lambda *news: told.append(news)) as store:
        assert store.codec == codec and np.array_equal(store[:], images) and told
        assert append_file(store, "in.npy") == 64 and len(store) == 128
        assert to_npy(store, "out.npy", slice(64, None)) == 64
        assert np.array_equal(np.load("out.npy"), images)
        with pytest.raises(FileExistsError):
            to_npy(store, "out.npy")
        assert to_npy(store, "out.npy", [5, 5, -1], overwrite=True) == 3
        assert np.array_equal(np.load("out.npy"), images[[5, 5, 63]])
    with pytest.raises(FileExistsError):
        from_npy("in.npy", "s")


def test_npz(images, ragged, sequences):
    np.savez("in.npz", a=images, b=images[:5] + 1)
    with from_npz("in.npz", "a", "a") as store:
        assert np.array_equal(store[:], images)
    assert to_npz(ragged, "ragged.npz", compress=True) == 8
    with from_npz("ragged.npz", "copy") as store:
        assert isinstance(store, RaggedStore)
        assert all(np.array_equal(a, b) for a, b in zip(store, sequences, strict=True))
    np.savez("many.npz", *sequences)
    with from_npz("many.npz", "many", members_are_records=True) as store:
        assert [record.shape for record in store] == [s.shape for s in sequences]
    with pytest.raises(FileNotFoundError, match="no array .c."):
        from_npz("in.npz", "none", "c")
    assert not pathlib.Path("none").exists()


def test_text_and_gzip(images):
    pathlib.Path("lines.txt").write_text("first\nsecond line\n", encoding="utf-8")
    with from_file("lines.txt", "text", "text") as store:
        assert [bytes(record) for record in store] == [b"first", b"second line"]
    np.save("in.npy", images)
    pathlib.Path("in.npy.gz").write_bytes(gzip.compress(pathlib.Path("in.npy").read_bytes()))
    with from_file("in.npy.gz", "s") as store:
        assert np.array_equal(store[:], images)


def test_bad_files():
    pathlib.Path("bad.npy").write_bytes(b"\x93NUMPY\x01\x00\xff")
    with pytest.raises(ValueError):
        from_npy("bad.npy", "s")
    with pytest.raises(FileNotFoundError):
        from_npy("none.npy", "s")
    with pytest.raises(ValueError):
        from_file("bad.npy", "s", "pdf")
    assert not pathlib.Path("s").exists()


@pytest.fixture
def folder(images, sequences):
    with DenseStore("set/image", "f4", (3, 8)) as store:
        store.append(images[:8])
    with RaggedStore("set/text", "i4") as store:
        store.append(sequences)
    return "set"


def test_open_set(folder, images, sequences):
    with open_set(folder) as streams:
        assert list(streams) == ["image", "text"] and streams.records == 8 and streams.difference() is None
        batch = streams.gather([7, 0])
        assert np.array_equal(batch["image"], images[[7, 0]]) and np.array_equal(batch["text"][0], sequences[7])
        with DataLoader(streams, batch_size=4) as loader:
            assert set(next(loader)) == {"image", "text"}
        with pytest.raises(PermissionError):
            streams.delete(0)
    with open_set(folder, "r+") as streams:
        streams.delete([0, 3])
        assert len(streams["image"]) == len(streams["text"]) == 6
        with pytest.raises(IndexError):
            streams.delete([1, 6])
        assert len(streams["image"]) == len(streams["text"]) == 6
        streams["image"].delete(0)
        with pytest.raises(ValueError, match="'text' has 6 records"):
            streams.delete(0)
    with pytest.raises(ValueError, match="'text' has 6 records"):
        open_set(folder, "r+")
    open_set(folder).close()
    with pytest.raises(FileNotFoundError):
        open_set("elsewhere")


def test_open_store(folder):
    with open_store("set/image") as dense, open_store("set/text") as ragged:
        assert isinstance(dense, DenseStore) and isinstance(ragged, RaggedStore) and dense.mode == "r"
    with pytest.raises(FileNotFoundError):
        open_store("set/none")
