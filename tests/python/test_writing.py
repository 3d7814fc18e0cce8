"""Appending, deleting, compacting, and what is refused before anything is written."""
import errno
import pathlib

import numpy as np
import pytest
from conftest import run_python

from zrecord import DenseStore, RaggedStore


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


@pytest.mark.parametrize("form", ["rows", "columns", "transposed", "fortran", "broadcast", "read-only", "list", "reversed"])
def test_any_memory_layout(form):
    base = np.arange(48, dtype=np.int64).reshape(8, 6)
    batch = {"rows": base[::2], "columns": base[:, ::-1], "transposed": base.T, "fortran": np.asfortranarray(base),
             "broadcast": np.broadcast_to(base[0], (5, 6)), "read-only": base.view(), "list": base.tolist(),
             "reversed": base[::-1, 1:4]}[form]
    if form == "read-only":
        batch.flags.writeable = False
    expected = np.ascontiguousarray(batch)
    with DenseStore("s", np.int64, expected.shape[1:], "raw") as store:
        assert store.append(batch) == 0
        assert np.array_equal(store[:], expected)
    with RaggedStore("r", np.int64) as store:
        store.append([batch, batch[1]])
        assert np.array_equal(store[0], expected) and np.array_equal(store[1], expected[1])


def test_append_returns_the_first_index(images):
    with DenseStore("s", "f4", (3, 8)) as store:
        assert [store.append(images[i:i + 16]) for i in range(0, 64, 16)] == [0, 16, 32, 48]
        assert store.append(images[7][None]) == 64 and len(store) == 65
        assert np.array_equal(store[64], images[7])
    with DenseStore("s") as store:
        assert np.array_equal(store[:64], images)
    with DenseStore("scalars", "i4", ()) as store:
        assert store.append(np.int32(5)) == 0 and store[0] == 5


@pytest.mark.parametrize("batch", [np.zeros((3, 8), "f4"), np.zeros((4, 3, 8), "f8"), np.zeros((4, 3, 8), ">f4"),
                                   np.zeros((0, 3, 8), "f4"), np.zeros((4, 8, 3), "f4"), [[1.0]]])
def test_refused_dense_batches(dense, batch):
    dense.sync()
    before = bytes_of("dense")
    with pytest.raises(ValueError):
        dense.append(batch)
    assert len(dense) == 64 and bytes_of("dense") == before


@pytest.mark.parametrize("batch", [[], [np.zeros(3, "i8")], [np.zeros(3, ">i4")], [np.zeros(3, "i4"), np.empty((0, 3), "i4")],
                                   [b"abc"], [1, 2]])
def test_refused_ragged_batches(ragged, batch):
    ragged.sync()
    before = bytes_of("ragged")
    with pytest.raises(ValueError):
        ragged.append(batch)
    assert len(ragged) == 8 and bytes_of("ragged") == before


def test_one_record_is_no_batch(ragged):
    for records in (b"abc", "abc", 5):
        with pytest.raises(TypeError):
            ragged.append(records)


def test_bytes_records():
    with RaggedStore("text", "u1") as store:
        store.append([b"one", bytearray(b"two"), np.frombuffer(b"three", "u1")])
        assert [bytes(record) for record in store] == [b"one", b"two", b"three"]
        with pytest.raises(ValueError, match="record 1|bytes"):
            store.append([b"one", b""])
        assert len(store) == 3
        store.append(bytes([i]) for i in range(5))  # any iterable
        assert len(store) == 8


def test_an_iterable_that_fails_writes_nothing(ragged):
    def broken():
        yield np.zeros(3, np.int32)
        raise KeyError("broken")

    with pytest.raises(KeyError):
        ragged.append(broken())
    assert len(ragged) == 8


def test_the_limit_is_checked_before_anything_is_copied():
    with RaggedStore("r", "u1", "raw") as store:
        store.append([b"first"])
        store.sync()
        before = bytes_of("r")
        huge = np.broadcast_to(np.uint8(0), (2**31 + 1,))
        with pytest.raises(ValueError, match="record 1 .* 2147483649 bytes.* 2147483648") as caught:
            store.append([b"fine", huge])
        assert caught.value.code == -4 and len(store) == 1 and bytes_of("r") == before


def test_zero_sized_records():
    with pytest.raises(ValueError):
        DenseStore("zero", "u1", (0,))
    with pytest.raises(ValueError):
        DenseStore("negative", "u1", (-1,))
    with pytest.raises(ValueError):
        DenseStore("huge", "u1", (2**31 + 1,))
    with pytest.raises(TypeError):
        DenseStore("float", "u1", (2.7,))
    assert list(pathlib.Path().iterdir()) == []


def test_delete_is_swap_last(dense, images, ragged, sequences):
    dense.delete(np.array([3, 40]))
    expected = list(range(64))
    for index in (40, 3):
        expected[index] = expected[-1]
        expected.pop()
    assert np.array_equal(dense[:], images[expected])
    dense.delete(-1)
    dense.delete(np.arange(61) % 2 == 0)
    assert len(dense) == 30
    ragged.delete([1, 4, 1])
    order = list(range(8))
    for index in (4, 1):
        order[index] = order[-1]
        order.pop()
    assert all(np.array_equal(a, sequences[i]) for a, i in zip(ragged, order, strict=True))
    ragged.delete([])
    assert len(ragged) == 6


def test_compact(dense, images):
    dense.delete(slice(0, 32))
    survivors = dense[:]
    before = dense.stats()
    told = []
    report = dense.compact(progress=lambda stage, done, total: told.append((stage, done, total)))
    after = dense.stats()
    assert before["reclaimable"] > 0 and after["reclaimable"] == 0 and after["records"] == 32
    assert report["before"] == before and report["after"] == after
    assert after["live_bytes"] == before["live_bytes"] and after["plain_bytes"] == 32 * 96
    assert np.array_equal(dense[:], survivors) and dense.verify()
    assert told and all(isinstance(stage, str) and done >= 0 for stage, done, _ in told)
    with DenseStore("fresh", "f4", (3, 8)) as other:
        other.append(images)
        assert set(other.stats()) == {"records", "live_bytes", "chunk_bytes", "reclaimable", "plain_bytes"}


def test_progress_that_raises_ends_the_work(dense):
    def stop(stage, done, total):
        raise KeyError("enough")

    dense.delete(slice(0, 32))
    kept = dense[:]
    with pytest.raises(KeyError):
        dense.compact(progress=stop)
    assert np.array_equal(dense[:], kept) and dense.verify()


def test_full_disk_leaves_the_store_as_it_was(images):
    """A file size limit stands for the full disk: the kernel gives EFBIG where a disk gives ENOSPC."""
    out = run_python("""
import resource, signal
import numpy as np
from zrecord import DenseStore
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with DenseStore("s", "u1", (1000,), "raw") as store:
    store.append(np.ones((10, 1000), "u1"))
    store.sync()
    resource.setrlimit(resource.RLIMIT_FSIZE, (15_000, resource.RLIM_INFINITY))
    try:
        store.append(np.ones((10, 1000), "u1"))
    except OSError as error:
        print(type(error).__name__, error.code, error.errno, len(store))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    print(store.append(np.full((5, 1000), 2, "u1")), store.verify().clean, int(store[10][0]), len(store))
""")
    assert out.split("\n")[:2] == [f"OutOfSpace -2 {errno.ENOSPC} 10", "10 True 2 15"]


def test_write_protected_place(dense, images, own_folder):
    dense.close()
    with DenseStore("dense", mode="r") as reader:
        for change in (lambda: reader.append(images), lambda: reader.delete(0), reader.compact):
            with pytest.raises(PermissionError):
                change()
        assert np.array_equal(reader[:], images)


@pytest.mark.parametrize("codec", ["raw", "zstd", "zstd_dict"])
def test_copies(dense, images, codec):
    from zrecord import train_dict
    dictionary = train_dict(np.repeat(images, 8, axis=0), "fast") if codec == "zstd_dict" else None
    assert dense.recode("recoded", codec, dictionary) == 64
    with DenseStore("recoded", mode="r") as copy:
        assert copy.codec == codec and np.array_equal(copy[:], images) and copy.has_dict() == (dictionary is not None)
        assert copy.copy_to("part", [5, 5, 6, -1]) == 4
    with DenseStore("part", mode="r") as part:
        assert part.codec == codec and np.array_equal(part[:], images[[5, 5, 6, 63]])
    with pytest.raises(FileExistsError):
        dense.copy_to("part")
    with pytest.raises(IndexError):
        dense.copy_to("none", [64])
    assert not pathlib.Path("none").exists()
