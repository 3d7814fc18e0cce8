"""Starting and stopping: nothing hangs, nothing is left behind. Every case runs in a process of its own, with a limit."""
import threading
import time

import numpy as np
import pytest
from conftest import run_python

from zrecord import DataLoader, DenseStore

PRELUDE = """
import gc, os, signal, sys, threading, time
import numpy as np
from zrecord import DataLoader, DenseStore
store = DenseStore("s", mode="r")
def loader(**options):
    return DataLoader({"x": store}, batch_size=8, **options)
"""


@pytest.fixture(autouse=True)
def store(own_folder):
    with DenseStore("s", "i8", (100,)) as made:
        made.append(np.arange(1000)[:, None] + np.zeros(100, np.int64))


@pytest.mark.parametrize("transform", ["None", "lambda batch: batch"])
@pytest.mark.parametrize("end", ["batches.close()", "del batches; gc.collect()", "pass", "sys.exit(0)", "store.close()",
                                 "next(batches); batches.close(); batches.close()"])
def test_ends(transform, end):
    run_python(PRELUDE + f"""
batches = loader(prefetch_size=4, transform={transform})
next(batches)
time.sleep(0.05)
{end}
""", timeout=30)


@pytest.mark.parametrize("end", ["batches.close(0.2)", "del batches; gc.collect()", "pass"])
def test_a_transform_that_sleeps(end):
    """Ten seconds of sleep hold nobody up."""
    started = time.monotonic()
    run_python(PRELUDE + f"""
batches = loader(transform=lambda batch: time.sleep(60))
time.sleep(0.2)
{end}
""", timeout=30)
    assert time.monotonic() - started < 30


def test_no_thread_is_left():
    with DenseStore("s", mode="r") as store:
        before = threading.active_count()
        for transform in (None, lambda batch: batch):
            loader = DataLoader({"x": store}, batch_size=8, transform=transform)
            next(loader)
            loader.close()
            with pytest.raises(ValueError, match="closed"):
                next(loader)
            with pytest.raises(ValueError, match="closed"):
                loader.state_dict()
        assert threading.active_count() == before


@pytest.mark.parametrize("transform", ["None", "lambda batch: time.sleep(60)"])
def test_interrupt_in_next(transform):
    """Ctrl-C while next() waits: a KeyboardInterrupt, and the program goes on."""
    out = run_python(PRELUDE + f"""
class Slow(DenseStore):
    pass
batches = loader(transform={transform}, prefetch_size=2)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        next(batches)
except KeyboardInterrupt:
    print("interrupted")
batches.close(0.1)
print(len(store))
""", timeout=30)
    assert out == "interrupted\n1000\n"


def test_close_wakes_a_waiting_consumer():
    with DenseStore("s", mode="r") as store:
        loader = DataLoader({"x": store}, batch_size=8, transform=lambda batch: time.sleep(0.5))
        found = []

        def consume():
            try:
                while True:
                    next(loader)
            except ValueError as error:
                found.append(error)

        consumer = threading.Thread(target=consume)
        consumer.start()
        time.sleep(0.1)
        loader.close()
        consumer.join(10)
        assert not consumer.is_alive() and "closed" in str(found[0])


def test_fork_while_the_loader_runs():
    """The child is told, at once; the parent goes on."""
    for transform in ("None", "lambda batch: batch"):
        out = run_python(PRELUDE + f"""
batches = loader(transform={transform}, mode=0)
next(batches)
sys.stdout.flush()
child = os.fork()
if child == 0:
    try:
        next(batches)
    except ValueError as error:
        print("child:", type(error).__name__, int(store[5][0]))
    with loader(mode=0) as own:
        print(int(next(own)["x"][7, 0]))
    sys.exit(0)
print("parent:", os.waitpid(child, 0)[1], int(next(batches)["x"][0, 0]))
batches.close()
""", timeout=30)
        assert out == "child: StoreClosed 5\n7\nparent: 0 8\n"


def test_started_and_stopped_at_random():
    """Many short lives, ended at any moment in any way."""
    rng = np.random.default_rng(0)
    with DenseStore("s", mode="r") as store:
        before = threading.active_count()
        for life in range(100):
            loader = DataLoader({"x": store}, batch_size=int(rng.integers(1, 64)), prefetch_size=int(rng.integers(0, 9)),
                                num_workers=int(rng.integers(1, 5)), mode=int(rng.integers(0, 3)),
                                transform=[None, lambda batch: batch, lambda batch: 1 / 0][life % 3])
            try:
                for _ in range(rng.integers(0, 5)):
                    next(loader)
            except ZeroDivisionError:
                pass
            time.sleep(rng.random() * 0.003)
            if life % 2:
                loader.close()
            del loader
        assert threading.active_count() == before


def test_consumers_share_out_the_batches():
    with DenseStore("s", mode="r") as store:
        for transform in (None, lambda batch: batch):
            found, lock = [], threading.Lock()
            loader = DataLoader({"x": store}, batch_size=10, mode=0, end_step=100, transform=transform)

            def consume():
                for batch in loader:
                    with lock:
                        found.extend(batch["x"][:, 0].tolist())

            consumers = [threading.Thread(target=consume) for _ in range(4)]
            for consumer in consumers:
                consumer.start()
            for consumer in consumers:
                consumer.join(30)
            loader.close()
            assert sorted(found) == list(range(1000))


@pytest.mark.parametrize("end", ["owner.loader.close()", "pass"])
@pytest.mark.parametrize("transform", ["self.change", "lambda batch: self.change(batch)"])
def test_an_owner_whose_method_is_the_transform_goes(transform, end):
    """The threads do not keep it alive: neither while they wait for their turn, nor when all batches ahead are made."""
    run_python(PRELUDE + f"""
import weakref
class Owner:
    def __init__(self):
        self.loader = loader(transform={transform})
    def change(self, batch):
        return batch
before = threading.active_count()
owner = Owner()
next(owner.loader)
gone = weakref.ref(owner)
{end}
del owner
deadline = time.monotonic() + 20
while (gone() is not None or threading.active_count() > before) and time.monotonic() < deadline:
    gc.collect()
    time.sleep(0.01)
assert gone() is None and threading.active_count() == before
""", timeout=60)


def test_interrupt_while_a_batch_is_read_in_next():
    """Without prefetch: the interrupt comes at once, and the batch comes with the next call."""
    with DenseStore("big", "u1", (4 << 20,), level=1) as made:
        words = np.random.default_rng(0).integers(0, 9, (5, 4 << 20), "u1")
        words[:, 0] = np.arange(5)
        made.append(words)
    out = run_python("""
import os, signal, threading
import numpy as np
from zrecord import DataLoader, DenseStore
with DenseStore("big", mode="r") as store:
    loader = DataLoader({"x": store}, batch_size=48, prefetch_size=0, mode=0, threads=1)
    delivered = interrupted = 0

    def handle(number, frame):
        # Only where next() is at work and has nothing to give yet.
        if frame.f_code.co_name == "__next__" and loader.step == delivered:
            raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, handle)
    rng = np.random.default_rng(1)
    for attempt in range(60):
        signal.setitimer(signal.ITIMER_REAL, 0.001 + rng.random() * 0.03)
        try:
            batch = next(loader)
        except KeyboardInterrupt:
            interrupted += 1
            assert loader.step == delivered
            signal.setitimer(signal.ITIMER_REAL, 0)
            batch = next(loader)
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert batch["x"][:, 0].tolist() == [(delivered * 48 + i) % 5 for i in range(48)]
        delivered += 1
        del batch
        if interrupted == 3:
            break
    print(interrupted)
""", timeout=120)
    assert out == "3\n"
