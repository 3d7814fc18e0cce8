"""Samplers and orders against loaderx's sequences."""
import gzip
import json
import pickle
import threading

import numpy as np
import pytest
from conftest import GOLDEN, run_python
from loaderx.zsampler import Sampler as LoaderxSampler

from zrecord import Sampler, orders

VECTORS = json.loads(gzip.decompress((GOLDEN / "sampler_vectors.json.gz").read_bytes()))


def test_golden_vectors():
    assert len(VECTORS) == 270
    for vector in VECTORS:
        sampler = Sampler(vector["length"], vector["batch"], vector["mode"], vector["seed"])
        assert [next(sampler).tolist() for _ in vector["first"]] == vector["first"], vector
        sampler.seek(vector["step"])
        assert sampler.next().tolist() == vector["at_step"], vector


@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("length, batch", [(1, 1), (5, 8), (1000, 7), (65537, 256)])
def test_beside_loaderx(mode, length, batch):
    ours, theirs = Sampler(length, batch, mode, 2**63 + 7), LoaderxSampler(length, batch, mode, 2**63 + 7)
    for _ in range(50):
        batch = next(ours)
        assert batch.dtype == np.uint64 and np.array_equal(batch, next(theirs))


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_state_goes_on_exactly(mode):
    sampler = Sampler(1000, 64, mode, 3)
    for _ in range(20):
        next(sampler)
    state = json.loads(json.dumps(sampler.state_dict()))
    copy = pickle.loads(pickle.dumps(sampler))
    other = Sampler(1000, 64, mode, 3)
    other.load_state_dict(state)
    for _ in range(50):
        expected = next(sampler)
        assert np.array_equal(next(other), expected) and np.array_equal(next(copy), expected)


@pytest.mark.parametrize("arguments", [(0, 1, 0), (1, 0, 0), (5, 2, 7), (5, 2, -1), (-5, 2, 0), (2**64, 2, 0), (0, 4, 1)])
def test_refused(arguments):
    with pytest.raises(ValueError):
        Sampler(*arguments)


@pytest.mark.parametrize("arguments", [(5.0, 2, 0), (5, "2", 0), (True, 2, 0), (5, 2, None)])
def test_not_numbers(arguments):
    with pytest.raises(TypeError):
        Sampler(*arguments)


def test_threads_share_out_the_batches():
    sampler, lock, found = Sampler(10_000, 10, 0), threading.Lock(), []

    def draw():
        for _ in range(250):
            batch = next(sampler).tolist()
            with lock:
                found.extend(batch)

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(10_000))


def test_iid_over_nothing_ends():
    assert run_python("""
from zrecord import Sampler
try:
    Sampler(0, 4, 1)
except ValueError as error:
    print(type(error).__name__)
""") == "InvalidArgument\n"


@pytest.mark.parametrize("make", [orders.stored, orders.shuffled, orders.local])
def test_orders_visit_all(make):
    order = make(1003)
    assert len(order) == 1003 and order.cycle_length == 1003
    for cycle in range(3):
        indices = order.indices(5, cycle * 1003, 1003)
        assert np.array_equal(np.sort(indices), np.arange(1003))
        assert np.array_equal(order.indices(5, cycle * 1003 + 500, 9), indices[500:509])


def test_subset_order():
    chosen = np.array([3, 4, 5, 99, 0])
    order = orders.subset(orders.shuffled(5), chosen, 100)
    assert len(order) == 100 and order.cycle_length == 5
    assert np.array_equal(np.sort(order.indices(1, 0, 5)), np.sort(chosen))
    with pytest.raises(ValueError):
        orders.subset(orders.shuffled(4), chosen, 100)
    with pytest.raises(IndexError):
        orders.subset(orders.shuffled(1), [100], 100)


def test_independent_order():
    order = orders.independent(10)
    counts = np.bincount(order.indices(3, 0, 100_000).astype(int), minlength=10)
    assert counts.sum() == 100_000 and abs(counts - 10_000).max() < 4 * np.sqrt(100_000 * 0.1 * 0.9)
    assert not np.array_equal(order.indices(3, 0, 100), order.indices(4, 0, 100))
