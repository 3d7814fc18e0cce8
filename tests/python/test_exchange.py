"""Either package opens what the other wrote."""
import numpy as np
import pytest
from conftest import dictionary_for, smooth
from loaderx import zrecord as loaderx

import zrecord

CODECS = ["raw", "zstd", "zstd_dict"]


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("writer, reader", [(zrecord, loaderx), (loaderx, zrecord)], ids=["ours first", "loaderx first"])
def test_dense(codec, writer, reader):
    records = smooth(300)
    with writer.DenseStore("s", "u1", (16, 16), codec, dictionary_for(codec, records)) as store:
        store.append(records)
        store.delete([3, 40, 299])
        expected = store[np.arange(297)]
    with reader.DenseStore("s") as store:
        assert np.array_equal(store[:], expected) and store.codec == codec
        assert store.append(records[:5]) == 297
        store.delete([0])
        store.compact()
        expected, stats = store[:], store.stats()
    with writer.DenseStore("s") as store:
        assert np.array_equal(store[:], expected)
        assert {key: store.stats()[key] for key in ("records", "live_bytes", "chunk_bytes", "reclaimable")} == \
               {key: stats[key] for key in ("records", "live_bytes", "chunk_bytes", "reclaimable")}


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("writer, reader", [(zrecord, loaderx), (loaderx, zrecord)], ids=["ours first", "loaderx first"])
def test_ragged(codec, writer, reader):
    rng = np.random.default_rng(5)
    records = [rng.integers(0, 9, tuple(rng.integers(1, 9, rng.integers(0, 4)))).astype("<i4") for _ in range(300)]
    with writer.RaggedStore("s", "<i4", codec, dictionary_for(codec, records)) as store:
        store.append(records)
        store.delete([3, 40, 299])
        expected = store[np.arange(297)]
    with reader.RaggedStore("s") as store:
        assert all(a.shape == b.shape and np.array_equal(a, b) for a, b in zip(store[:], expected, strict=True))
        store.append(records[:5])
        store.compact()
        assert len(store) == 302
    with writer.RaggedStore("s") as store:
        assert all(a.shape == b.shape and np.array_equal(a, b) for a, b in zip(store[:], [*expected, *records[:5]], strict=True))


def test_same_dictionary():
    from loaderx.utils import train_dict as loaderx_train
    records = smooth(400)
    rows = [np.arange(50 + 7 * i, dtype=np.int32) for i in range(200)]
    assert zrecord.train_dict(records, "fast") == loaderx_train(records, "fast")
    assert zrecord.train_dict(iter(rows), "fast") == loaderx_train(iter(rows), "fast")


def test_locks_exclude_each_other():
    with zrecord.DenseStore("s", "u1", (4,)) as store:
        with pytest.raises(loaderx.ZrecordError):
            loaderx.DenseStore("s")
        store.append(np.zeros((2, 4), "u1"))
    with loaderx.DenseStore("s"):
        for mode in ("a", "r"):
            with pytest.raises(BlockingIOError):
                zrecord.DenseStore("s", mode=mode)
    with zrecord.DenseStore("s", mode="r"), pytest.raises(loaderx.ZrecordError):
        loaderx.DenseStore("s")
