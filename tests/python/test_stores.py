"""Opening, creating, closing, checking."""
import os
import pathlib

import numpy as np
import pytest
from conftest import smooth

from zrecord import DICT_TIERS, DenseStore, RaggedStore, train_dict


def test_create_and_reopen(images):
    with DenseStore("s", np.float32, [3, 8]) as store:
        store.append(images)
        assert store.path == pathlib.Path("s") and store.codec == "zstd" and store.mode == "r+" and not store.closed
    for arguments in ({}, {"dtype": "f4", "item_shape": (3, 8), "codec": "zstd"}, {"mode": "r"}, {"mode": "r+"}):
        with DenseStore("s", **arguments) as again:
            assert again.dtype == np.float32 and again.item_shape == (3, 8) and np.array_equal(again[:], images)


@pytest.mark.parametrize("arguments", [{"dtype": "f8"}, {"item_shape": (8, 3)}, {"codec": "raw"}, {"dict_bytes": b"x"}])
def test_what_does_not_agree(dense, arguments):
    dense.close()
    with pytest.raises(ValueError):
        DenseStore("dense", **arguments)
    DenseStore("dense").close()  # and nothing keeps the lock


def test_kinds(dense, ragged):
    dense.close()
    ragged.close()
    with pytest.raises(ValueError, match="dense"):
        RaggedStore("dense")
    with pytest.raises(ValueError, match="ragged"):
        DenseStore("ragged")


def test_nothing_there():
    for make in (lambda: DenseStore("no"), lambda: RaggedStore("no"), lambda: DenseStore("no", "u1"),
                 lambda: DenseStore("no", "u1", (2,), mode="r"), lambda: RaggedStore("no", "u1", mode="r+")):
        with pytest.raises(FileNotFoundError):
            make()
    assert not pathlib.Path("no").exists()


def test_only_create(dense):
    with pytest.raises(FileExistsError):
        DenseStore("dense", "f4", (3, 8), mode="x")
    DenseStore("new", "f4", (3, 8), mode="x").close()
    with pytest.raises(ValueError, match="mode"):
        DenseStore("new", mode="w")


def test_foreign_folder():
    os.mkdir("empty")
    DenseStore("empty", "u1", (2,), "raw").close()
    os.mkdir("full")
    pathlib.Path("full", "dict.zr").write_bytes(b"stale")
    with pytest.raises(FileExistsError):
        DenseStore("full", "u1", (2,), "raw")


@pytest.mark.parametrize("arguments", [{"codec": "lz4"}, {"codec": "zstd_dict"}, {"codec": "raw", "dict_bytes": b"abc"},
                                       {"codec": "zstd_dict", "dict_bytes": b""}])
def test_bad_creation_leaves_nothing(arguments):
    with pytest.raises(ValueError):
        DenseStore("s", "u1", (4,), **arguments)
    assert not pathlib.Path("s").exists()


def test_closed(dense, ragged):
    dense.close()
    dense.close()
    for use in (lambda: len(dense), lambda: dense[0], lambda: dense.append(np.zeros((1, 3, 8), "f4")), lambda: dense.delete(0),
                dense.stats, dense.sync, dense.compact, dense.verify, lambda: list(dense)):
        with pytest.raises(ValueError, match="closed"):
            use()
    assert dense.closed and "closed" in repr(dense)
    assert dense.dtype == np.float32 and dense.item_shape == (3, 8)
    ragged.close()
    with pytest.raises(ValueError, match="closed"):
        ragged[0]


def test_reader_sees_a_fixed_state(images):
    """A writer after the readers, and the reverse."""
    with DenseStore("s", "f4", (3, 8)) as writer:
        writer.append(images)
        with pytest.raises(BlockingIOError):
            DenseStore("s", mode="r")
    with DenseStore("s", mode="r") as one, DenseStore("s", mode="r") as two:
        assert np.array_equal(one[:], two[:])
        with pytest.raises(BlockingIOError) as caught:
            DenseStore("s")
        assert caught.value.code == -14


@pytest.mark.parametrize("name", ["ü データ set/тест 1", "a" * 240, "dot.", "back\\slash"])
def test_unusual_names(name, images):
    with DenseStore(name, "f4", (3, 8)) as store:
        store.append(images)
    assert np.array_equal(DenseStore(name, mode="r")[:], images)
    with pytest.raises(IndexError, match="index 99"):
        DenseStore(name, mode="r")[99]
    os.symlink(os.path.abspath(name), "link")
    assert len(DenseStore("link", mode="r")) == 64


def test_relative_path_then_chdir(dense, images, own_folder):
    os.mkdir("elsewhere")
    os.chdir("elsewhere")
    dense.append(images)
    dense.delete(0)
    dense.compact()
    assert len(dense) == 127 and dense.verify()


def test_verify_names_what_is_wrong(dense):
    dense.close()
    with open("dense/0.chunk", "r+b") as chunk:
        chunk.seek(4)
        chunk.write(b"\xff\xff\xff\xff")
    with DenseStore("dense", mode="r") as store:
        report = store.verify()
        assert not report and report.issue_count >= 1
        issue = report.issues[0]
        assert issue.severity == "error" and issue.record == 0 and issue.file == "0.chunk" and issue.message
        with pytest.raises(ValueError) as caught:
            store[0]
        error = caught.value
        assert error.code == -7 and error.record == 0 and error.file == "0.chunk" and error.store.endswith("dense")
        assert store.verify(decode=False).clean and np.array_equal(store[1:], store[range(1, 64)])


def test_dictionaries():
    records = smooth(500, (3, 16, 16))
    assert DICT_TIERS["balanced"] == {"size": 131072, "samples": 16777216} and list(DICT_TIERS) == ["fast", "balanced", "max"]
    for tier, limit in (("fast", 32 << 10), (None, 128 << 10), ("max", 1 << 20)):
        dictionary = train_dict(records, tier, path="dict")
        assert isinstance(dictionary, bytes) and 0 < len(dictionary) <= limit and pathlib.Path("dict").read_bytes() == dictionary
    with DenseStore("plain", "u1", (3, 16, 16)) as plain:
        plain.append(records)
        from_store = train_dict(plain, "fast")
    assert from_store == train_dict(records, "fast"), "the same records are chosen"
    with DenseStore("dict-store", "u1", (3, 16, 16), "zstd_dict", from_store) as store:
        store.append(records)
        assert store.has_dict() and store.dictionary == from_store and np.array_equal(store[:], records)
        assert store.stats()["live_bytes"] < 500 * 768
    for tier in ("huge", 1 << 20, ["fast"]):
        with pytest.raises(ValueError, match="tier"):
            train_dict(records, tier)


@pytest.mark.parametrize("source", [[], np.empty((0, 4)), [b""], [b"a"], np.arange(7, dtype="u1").reshape(7, 1), iter([])])
def test_nothing_to_train_on(source):
    with pytest.raises(ValueError):
        train_dict(source)


def test_train_on_an_empty_store(own_folder):
    with DenseStore("none", "u1", (4,)) as store, pytest.raises(ValueError, match="empty"):
        train_dict(store)


def test_levels(images):
    sizes = {}
    for level in (1, 19):
        with DenseStore(f"level{level}", "f4", (3, 8), level=level) as store:
            store.append(np.repeat(images, 4, axis=2)[:, :, :8])
            sizes[level] = store.stats()["live_bytes"]
    assert sizes[19] <= sizes[1]
