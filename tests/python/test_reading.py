"""Reading: gathers into given memory, iteration, packed records, recycled results."""
import threading

import numpy as np
import pytest
from conftest import dictionary_for, smooth

import zrecord
from zrecord import DenseStore, RaggedStore, _core


@pytest.mark.parametrize("threads", [None, 1, 2, 64])
def test_gather_out(dense, images, threads):
    indices = [63, 0, 0, 17]
    out = np.full((4, 3, 8), -1, np.float32)
    assert dense.gather(indices, threads, out=out) is out
    assert np.array_equal(out, images[indices])
    assert np.array_equal(dense.gather(indices, threads=threads), images[indices])


@pytest.mark.parametrize("out", [np.empty((3, 3, 8), np.float32), np.empty((4, 3, 8), np.float64), np.empty((4, 3, 8), ">f4"),
                                 np.empty((4, 8, 3), np.float32).transpose(0, 2, 1), np.empty((8, 3, 8), np.float32)[::2],
                                 np.broadcast_to(np.float32(0), (4, 3, 8))])
def test_unfit_out(dense, out):
    with pytest.raises(ValueError, match="out"):
        dense.gather([0, 1, 2, 3], out=out)


def test_out_stays_untouched_by_a_bad_index(dense):
    out = np.full((2, 3, 8), 7, np.float32)
    with pytest.raises(IndexError):
        dense.gather([0, 64], out=out)
    assert (out == 7).all()
    with pytest.raises(TypeError):
        dense.gather([0, 1], out=[1, 2])
    with pytest.raises(ValueError, match="threads"):
        dense.gather([0], threads=0)


@pytest.mark.parametrize("order", [">", "<"])
def test_out_of_other_byte_order(order):
    values = np.arange(12, dtype=order + "i4").reshape(4, 3)
    with DenseStore("order", values.dtype, (3,)) as store:
        store.append(values)
        out = np.empty((2, 3), order + "i4")
        assert np.array_equal(store.gather([3, 1], out=out), values[[3, 1]])
        wrong = np.empty((4, 3), order + "i4")[::2]
        with pytest.raises(ValueError, match="C order"):
            store.gather([3, 1], out=wrong)


def test_scalars():
    with DenseStore("label", "int16", ()) as labels:
        labels.append(np.arange(10, dtype="int16"))
        assert labels[3] == 3 and isinstance(labels[3], np.int16)
        assert labels.item_shape == () and labels[[9, 0]].tolist() == [9, 0]


def test_iteration(dense, images, ragged, sequences):
    assert all(np.array_equal(a, b) for a, b in zip(dense, images, strict=True))
    assert all(np.array_equal(a, b) for a, b in zip(ragged, sequences, strict=True))
    assert np.array_equal(np.asarray(dense), images) and np.array_equal(np.array(dense, np.float64), images)


def test_iteration_over_many_blocks():
    with DenseStore("blocks", "u4", (100_000,), "raw") as store:
        records = np.arange(7, dtype="u4")[:, None] + np.zeros(100_000, "u4")
        store.append(records)
        assert [int(record[99_999]) for record in store] == list(range(7))


def test_ragged(ragged, sequences):
    for index in (0, -1, 5):
        record = ragged[index]
        assert record.shape == sequences[index].shape and np.array_equal(record, sequences[index])
    batch = ragged[[5, 0, 5, 2]]
    assert isinstance(batch, list) and [r.shape for r in batch] == [(), (2, 4), (), (3, 3, 3)]
    assert all(np.array_equal(r, sequences[i]) for r, i in zip(batch, [5, 0, 5, 2]))
    with pytest.raises(TypeError, match="dense"):
        ragged._gather([0], np.empty(1), None)


def test_packed(ragged, sequences):
    chosen = [3, 5, 0]
    packed = ragged.gather_packed(chosen)
    for i, index in enumerate(chosen):
        shape = packed.shapes[packed.shape_offsets[i]:packed.shape_offsets[i + 1]]
        record = packed.values[packed.offsets[i]:packed.offsets[i + 1]].reshape(shape)
        assert record.dtype == np.int32 and np.array_equal(record, sequences[index])


@pytest.mark.parametrize("codec", ["raw", "zstd", "zstd_dict"])
def test_held_results_never_change(codec):
    """Memory is used again only when nobody refers to it."""
    records = smooth(256, (64, 64))
    with DenseStore("held", "u1", (64, 64), codec, dictionary_for(codec, records)) as store:
        store.append(records)
        rng = np.random.default_rng(1)
        plans = [rng.integers(0, 256, 128) for _ in range(50)]
        held = [store[plan][::2] for plan in plans]  # views keep the memory, too
        assert all(np.array_equal(batch, records[plan[::2]]) for batch, plan in zip(held, plans))


@pytest.fixture
def idle_memory():
    """Begins and ends with nothing idle."""
    zrecord.set_idle_memory(0)
    zrecord.set_idle_memory(256 << 20)
    yield lambda: _core.result_memory()[1]
    zrecord.set_idle_memory(0)
    zrecord.set_idle_memory(256 << 20)


def test_memory_is_recycled_and_returned(idle_memory):
    records = np.zeros((16, 1 << 20), "u1")
    with DenseStore("memory", "u1", (1 << 20,), "raw") as store:
        store.append(records)
        in_use, _ = _core.result_memory()
        first = store[:]
        address = first.ctypes.data
        assert _core.result_memory()[0] >= in_use + records.nbytes
        view = first[3, :10]
        del first
        assert _core.result_memory()[0] >= in_use + records.nbytes, "a view keeps the memory"
        del view
        assert _core.result_memory()[0] == in_use and idle_memory() >= records.nbytes
        assert store[:].ctypes.data == address
        batches = [store[:] for _ in range(40)]  # more than is kept
        del batches
        assert 0 < idle_memory() <= 256 << 20
        zrecord.set_idle_memory(0)
        assert _core.result_memory() == (in_use, 0)


def test_results_are_writable(dense, ragged, images):
    batch = dense[[0, 1]]
    batch += 1
    ragged[0][...] = 0
    assert np.array_equal(dense[[0, 1]], images[:2])


def test_other_threads_run_during_a_read():
    """The interpreter lock is free while a large batch is read."""
    records = smooth(2000, (64, 64))
    with DenseStore("lock", "u1", (64, 64), "zstd") as store:
        store.append(records)
        ticks, stop = [0], threading.Event()

        def count():
            while not stop.is_set():
                ticks[0] += 1

        counter = threading.Thread(target=count)
        counter.start()
        store.gather(np.arange(2000), threads=1)
        before = ticks[0]
        for _ in range(20):
            store.gather(np.arange(2000), threads=1)
        after = ticks[0]
        stop.set()
        counter.join()
        assert after > before


def test_concurrent_reads_and_appends(images):
    with DenseStore("both", "i8", (8,), "raw") as store:
        data = np.arange(512 * 8).reshape(512, 8)
        store.append(data[:64])
        faults = []

        def read():
            try:
                while len(store) < 512:
                    n = len(store)
                    if not np.array_equal(store[[0, n - 1]], data[[0, n - 1]]):
                        faults.append(n)
            except Exception as error:
                faults.append(error)

        readers = [threading.Thread(target=read) for _ in range(4)]
        for reader in readers:
            reader.start()
        for start in range(64, 512, 16):
            store.append(data[start:start + 16])
        for reader in readers:
            reader.join()
        assert not faults and np.array_equal(store[:], data)


def test_versions():
    assert zrecord.__version__ == "0.1.0"
    with RaggedStore("v", "u1") as store:
        assert repr(store) == "<RaggedStore 'v' ragged: 0 records, dtype=uint8, codec='zstd'>"
