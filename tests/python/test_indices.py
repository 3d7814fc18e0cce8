"""What may stand between the brackets, against NumPy's own answers."""
import numpy as np
import pytest

from zrecord import DenseStore, RaggedStore, ZrecordError


@pytest.mark.parametrize("index", [
    0, 63, -1, -64, np.int8(-3), np.uint64(5), slice(None), slice(2, 9), slice(-5, None), slice(None, None, -7), slice(70, 99),
    slice(9, 2), [2, -1, 1], [5, 5, 5], [], [np.int16(4), 3], np.array([63, 0, 31], np.uint64), np.array([-1, 0], np.int8),
    np.array([3, 1], ">i4"), np.arange(64)[::-3], np.array(7), np.zeros(64, bool), np.arange(64) % 3 == 0,
])
def test_as_numpy(dense, images, index):
    got, expected = dense[index], images[index]
    assert got.shape == expected.shape and got.dtype == expected.dtype
    assert np.array_equal(got, expected)


@pytest.mark.parametrize("index", [(1, 4, 2), (1,), (-1, 0), range(3, 9), np.array([])])
def test_containers_are_record_sets(dense, images, index):
    expected = images[np.asarray(index, dtype=int)]
    assert np.array_equal(dense[index], expected) and np.array_equal(dense.__getitems__(index), expected)


def test_list_mask(dense, images):
    mask = (np.arange(64) % 5 == 0)
    assert np.array_equal(dense[mask.tolist()], images[mask])


@pytest.mark.parametrize("index, value", [
    (64, "64"), (-65, "-65"), ([64], "64"), ([0, -65], "-65"), (np.array([2**63], "u8"), str(2**63)), (2**70, str(2**70)),
    ([2**70], str(2**70)), (np.int64(-65), "-65"), (np.array([0, 64], np.uint8), "64"),
])
def test_outside(dense, index, value):
    with pytest.raises(IndexError, match=f"index {value} .* 64 records") as caught:
        dense[index]
    assert isinstance(caught.value, ZrecordError) and caught.value.code == -3
    with pytest.raises(IndexError):
        dense.delete(index)
    assert len(dense) == 64


@pytest.mark.parametrize("index", [1.5, [1.5], [1, 2.0], None, ..., "a", b"a", True, np.True_, [True, 1], np.array([1.0]),
                                   np.array(1.0), [None], {"a": 1}])
def test_no_index(dense, index):
    with pytest.raises(TypeError):
        dense[index]
    with pytest.raises(TypeError):
        dense.delete(index)
    assert len(dense) == 64


@pytest.mark.parametrize("index", [np.zeros((2, 2), int), [[0, 1], [2, 3]], np.zeros(63, bool), np.ones(65, bool), [True],
                                   np.ones((8, 8), bool)])
def test_wrong_shape(dense, index):
    with pytest.raises((IndexError, TypeError)):
        dense[index]


def test_one_record_masks():
    with DenseStore("one", "u1", (3,)) as store:
        store.append(np.zeros((1, 3), "u1"))
        assert store[np.array([True])].shape == (1, 3)
        assert store[np.array([False])].shape == (0, 3)
        assert store[[False]].shape == (0, 3)


def test_empty_store():
    with DenseStore("none", "f8", (2,)) as store:
        assert len(store) == 0 and store[:].shape == (0, 2) and store[[]].shape == (0, 2) and list(store) == []
        with pytest.raises(IndexError, match="0 records"):
            store[0]
    with RaggedStore("no arrays", "f8") as store:
        assert store[:] == [] and store[[]] == [] and list(store) == []
        packed = store.gather_packed([])
        assert len(packed.values) == 0 and packed.offsets.tolist() == [0] and len(packed.shapes) == 0


def test_huge_slices(dense, images):
    assert np.array_equal(dense[-2**100:2**100:2**99], images[:1])


def test_an_index_that_runs_code(dense):
    class Shrinking:
        def __init__(self, owner):
            self.owner = owner

        def __index__(self):
            self.owner.clear()
            return 1

    indices = []
    indices += [Shrinking(indices), 2, 3]
    assert dense[indices].shape == (1, 3, 8)
