"""Forks, spawned processes, pickled handles: every one works or fails at once."""
import multiprocessing
import os
import pickle
import threading

import numpy as np
import pytest

from zrecord import DenseStore, RaggedStore

PATIENCE = 60


def read_some(store, seed, queue):
    """Runs in another process: random gathers, and the sum of what they gave."""
    rng = np.random.default_rng(seed)
    total = 0
    for _ in range(100):
        indices = rng.integers(0, len(store), 16)
        batch = store[indices]
        records = batch if isinstance(batch, list) else list(batch)
        assert [int(record.flat[0]) for record in records] == indices.tolist()
        total += int(indices.sum())
    queue.put((seed, total))


def run_children(method, make, count):
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    children = [context.Process(target=read_some, args=(make(), seed, queue)) for seed in range(count)]
    for child in children:
        child.start()
    answers = dict(queue.get(timeout=PATIENCE) for _ in children)
    for child in children:
        child.join(PATIENCE)
        assert child.exitcode == 0
    rngs = {seed: np.random.default_rng(seed) for seed in range(count)}
    assert answers == {seed: sum(int(rng.integers(0, 500, 16).sum()) for _ in range(100)) for seed, rng in rngs.items()}


@pytest.fixture
def stores():
    with DenseStore("d", "i8", (4,), "raw") as store:
        store.append(np.arange(500)[:, None] + np.zeros(4, np.int64))
    with RaggedStore("r", "i8") as store:
        store.append([np.full(1 + i % 5, i) for i in range(500)])


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_readers_travel(stores, method):
    with DenseStore("d", mode="r") as dense, RaggedStore("r", mode="r") as ragged:
        dense[0], ragged[0]
        run_children(method, lambda: dense, 2)
        run_children(method, lambda: ragged, 1)
        assert dense[499][0] == 499


def test_a_forked_child_of_the_writer_reads(stores):
    with DenseStore("d") as store:
        store[0]
        run_children("fork", lambda: store, 2)
        store.append(np.zeros((1, 4), np.int64))
        assert len(store) == 501


def test_a_forked_child_does_not_keep_the_lock(stores):
    """The parent closes, the child lives on: the store is free."""
    store = DenseStore("d")
    ready, done = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.write(ready[1], b"1")
        os.read(done[0], 1)
        os._exit(0)
    try:
        os.read(ready[0], 1)
        store.close()
        DenseStore("d").close()
    finally:
        os.write(done[1], b"1")
        os.waitpid(child, 0)


def test_fork_while_other_threads_read(stores):
    with DenseStore("d", mode="r") as store:
        stop = threading.Event()

        def read():
            while not stop.is_set():
                store[np.arange(500)]

        threads = [threading.Thread(target=read) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(5):
                run_children("fork", lambda: store, 1)
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def test_a_pickled_writer_reads_when_the_lock_is_free(stores):
    with DenseStore("d") as store:
        copy = pickle.loads(pickle.dumps(store))
        assert copy.dtype == store.dtype and copy.item_shape == (4,) and not copy.closed
        with pytest.raises(BlockingIOError):
            copy[0]
    assert copy[7][0] == 7 and copy.mode == "r"
    copy.close()
    with pytest.raises(ValueError, match="closed"):
        pickle.dumps(copy)


def test_another_store_in_its_place_is_noticed(stores):
    with DenseStore("d", mode="r") as store:
        copy = pickle.loads(pickle.dumps(store))
    os.rename("d", "old")
    with DenseStore("d", "f8", (4,)):
        pass
    with pytest.raises(ValueError, match="another store"):
        copy[0]


def test_leaves_no_descriptors(stores):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        with DenseStore("d", mode="r") as store:
            store[0]
        DenseStore("d", mode="r")[0]
    assert len(os.listdir("/proc/self/fd")) <= before + 1
