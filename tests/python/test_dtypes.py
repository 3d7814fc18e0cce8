"""Element types: what can be stored comes back as it was, and loaderx opens it."""
import pathlib
import pickle
import shutil

import ml_dtypes
import numpy as np
import pytest
from loaderx.zrecord import DenseStore as LoaderxDense

from zrecord import DenseStore, RaggedStore

DTYPES = ["?", "i1", "u1", "<i2", ">i2", "<u4", ">u8", "<f2", ">f8", "<c8", ">c16", "S5", "<U3", ">U2", "V7", "<M8[ns]", ">m8[25s]",
          [("a", ">u2"), ("b", "<f4")], [("p", [("x", "<i2"), ("y", "<i2")]), ("v", "<f4", (2, 3))],
          [(("title", "name"), "<i4"), ("ü", "u1")]]


def values(dtype, count=6):
    raw = np.random.default_rng(3).integers(0, 2, (count, np.dtype(dtype).itemsize), np.uint8)
    return raw.view(dtype).reshape(count)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_round_trip(dtype):
    dtype = np.dtype(dtype)
    records = values(dtype).reshape(3, 2)
    with DenseStore("s", dtype, (2,)) as store:
        store.append(records)
        assert store.dtype == dtype
    with DenseStore("s") as store:
        assert store.dtype == dtype and store.dtype.str == dtype.str and store.dtype.descr == dtype.descr
        assert store[:].tobytes() == records.tobytes() and store[:].dtype == dtype
    with LoaderxDense("s") as store:
        assert store.dtype == dtype and store[:].tobytes() == records.tobytes()
    with RaggedStore("r", dtype) as store:
        store.append([records, records[0]])
    with RaggedStore("r") as store:
        assert store.dtype == dtype and [r.tobytes() for r in store] == [records.tobytes(), records[0].tobytes()]


@pytest.mark.parametrize("dtype", [
    np.dtype([("a", "u1"), ("b", "<f8"), ("c", "u1")], align=True),
    np.dtype({"names": ["a", "b"], "formats": ["u1", "<i4"], "offsets": [2, 9], "itemsize": 20}),
    np.dtype([("in", np.dtype([("x", "u1"), ("y", "<i4")], align=True)), ("z", "u1")]),
])
def test_padding_stays_padding(dtype):
    records = np.zeros(4, dtype)
    records[dtype.names[0]] = np.ones(4, dtype[0])
    with DenseStore("s", dtype, ()) as store:
        store.append(records)
    with DenseStore("s", dtype) as store:
        assert store.dtype == dtype and store.dtype.names == dtype.names
        assert np.array_equal(store[:][dtype.names[0]], records[dtype.names[0]])
        store.append(store[:2])
    LoaderxDense("s").close()


@pytest.mark.parametrize("dtype, reason", [
    ([("a", ml_dtypes.bfloat16)], "come back"), ("T", "object"), (object, "object"), ([("a", object)], "object"), ("(3,)f4", "item_shape"), ("S0", "zero bytes"), ("V0", "zero bytes"),
    ({"names": ["a", "b"], "formats": ["<i4", "<i4"], "offsets": [0, 2]}, "overlap"),
    ({"names": ["a", "b"], "formats": ["<i4", "<i4"], "offsets": [4, 0]}, "order"),
])
def test_refused(dtype, reason, own_folder):
    with pytest.raises(ValueError, match=reason):
        DenseStore("s", dtype, (2,))
    assert list(own_folder.iterdir()) == []


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4"])
def test_types_of_other_packages(name):
    dtype = np.dtype(getattr(ml_dtypes, name))
    values = np.array([[0, 1, -2], [3, 0, 1]]).astype(dtype)
    with DenseStore("s", dtype, (3,)) as store:
        store.append(values)
        assert store.dtype == dtype and np.array_equal(store[:], values)
        with pytest.raises(ValueError):
            store.append(values.view("V1").reshape(2, -1))
    with DenseStore("s", dtype, mode="r") as store:
        assert store[1].dtype == dtype and np.array_equal(store[:], values)
        copy = pickle.loads(pickle.dumps(store))
        assert copy.dtype == dtype and np.array_equal(copy[:], values)
        copy.close()
    with DenseStore("s") as store:  # the name is kept, also through a delete and compact
        assert store.dtype == dtype and np.array_equal(store[:], values)
        store.append(values)
        store.delete([2, 3])
        store.compact()
        store.copy_to("copy", [1, 0])
    with LoaderxDense("s") as store:
        assert store[:].tobytes() == values.tobytes()
        store.append(values[:1].view(f"V{dtype.itemsize}"))
    with DenseStore("s", mode="r") as store, DenseStore("copy", mode="r") as copy:
        assert store.dtype == copy.dtype == dtype and np.array_equal(store[:], values[[0, 1, 0]]) and np.array_equal(copy[:], values[[1, 0]])
        assert store.verify()
    with DenseStore("s", f"V{dtype.itemsize}", mode="r") as store:
        assert store.dtype == np.dtype(f"V{dtype.itemsize}") and store[0].tobytes() == values[0].tobytes()
    for note in ("", "os system\n", "ml_dtypes nothing\n", "ml_dtypes bfloat16 x\n", "ml_dtypes finfo\n", "\xff"):
        pathlib.Path("s/.zrx/dtype").write_text(note, encoding="latin-1")
        with DenseStore("s", mode="r") as store:  # damaged: raw data, no error
            assert store.dtype == np.dtype(f"V{dtype.itemsize}")
    shutil.rmtree("s/.zrx")
    with DenseStore("s", mode="r") as store:
        assert store.dtype == np.dtype(f"V{dtype.itemsize}") and np.array_equal(store[:2].view(dtype), values)
    with pytest.raises(ValueError):
        DenseStore("s", "f4")
    with RaggedStore("r", dtype) as store:
        store.append([values, values[0]])
    with RaggedStore("r", dtype, mode="r") as store:
        assert store[0].dtype == dtype and np.array_equal(store[1], values[0])


def test_width_changes_are_refused():
    with DenseStore("s", "S3", ()) as store:
        with pytest.raises(ValueError):
            store.append(np.array([b"four"]))
        store.append(np.array([b"one", b"two"]))
        assert store[:].tolist() == [b"one", b"two"]
