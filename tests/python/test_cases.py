"""Faults that other record stores and loaders were reported for, in their smallest form: what docs/known_cases.md lists and no other
test has in these very numbers."""
import json
import multiprocessing
import os
import pathlib
import tempfile

import numpy as np
import pytest
from conftest import run_python, smooth

from zrecord import DataLoader, DenseStore, RaggedStore, orders, to_npy, train_dict


def numbers(length):
    with DenseStore("n", "i8", (), "raw") as store:
        store.append(np.arange(length))
    return DenseStore("n", mode="r")


def batches(loader, count):
    return [next(loader)["n"].tolist() for _ in range(count)]


def test_empty_records_and_batches():
    with RaggedStore("r", "f4") as store:
        for batch in ([], [np.empty((0, 3), "f4")], [np.ones(2, "f4"), np.empty((2, 0), "f4")]):
            with pytest.raises(ValueError):
                store.append(batch)
        assert len(store) == 0 and store.stats()["chunk_bytes"] == 0
    with DenseStore("d", "f4", (3,)) as store:
        with pytest.raises(ValueError):
            store.append(np.empty((0, 3), "f4"))
        assert len(store) == 0 and store.stats()["chunk_bytes"] == 0


def test_native_records_into_a_foreign_byte_order():
    """Refused or converted, never reinterpreted."""
    with DenseStore("s", ">i2", ()) as store:
        with pytest.raises(ValueError):
            store.append(np.array([1, 2], "<i2"))
        assert len(store) == 0
        store.append(np.array([1, 2], ">i2"))
    with DenseStore("s", mode="r") as store:
        assert store[:].tolist() == [1, 2] and store.dtype.str == ">i2"


@pytest.mark.parametrize("stored, given", [("S3", "S4"), ("U3", "U4"), ("S3", "S2"), ("U3", "U2")])
def test_texts_of_another_width(stored, given):
    with DenseStore("s", stored, ()) as store, RaggedStore("r", stored) as ragged:
        wrong = np.array(["four"[:int(given[1])]], given)
        for target, batch in ((store, wrong), (ragged, [wrong])):
            with pytest.raises(ValueError):
                target.append(batch)
            assert len(target) == 0


def read_a_thousand_times(store, seed, queue):
    rng = np.random.default_rng(seed)
    wrong = 0
    for _ in range(1000):
        indices = rng.integers(0, 500, 8)
        wrong += not np.array_equal(store[indices], indices[:, None] * np.ones(4, "i8"))
    queue.put(wrong)


def test_eight_spawned_readers():
    with DenseStore("d", "i8", (4,)) as store:
        store.append(np.arange(500)[:, None] * np.ones(4, "i8"))
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    with DenseStore("d", mode="r") as store:
        children = [context.Process(target=read_a_thousand_times, args=(store, seed, queue)) for seed in range(8)]
        for child in children:
            child.start()
        assert [queue.get(timeout=100) for _ in children] == [0] * 8
        for child in children:
            child.join(60)
            assert child.exitcode == 0


def test_readers_in_a_place_that_cannot_be_written(monkeypatch):
    """Root becomes somebody else: for root permissions mean nothing."""
    with tempfile.TemporaryDirectory() as place:
        monkeypatch.chdir(place)
        os.chmod(place, 0o755)
        with DenseStore("d", "i8", ()) as store:
            store.append(np.arange(100))
        for path in (*pathlib.Path("d").iterdir(), pathlib.Path("d")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        before = sorted((path.name, path.stat().st_mtime_ns) for path in pathlib.Path("d").iterdir())
        out = run_python("""
import os
import numpy as np
from zrecord import DenseStore
if os.geteuid() == 0:
    os.seteuid(65534)
readers = [DenseStore("d", mode="r") for _ in range(8)]
assert all(np.array_equal(reader[:], np.arange(100)) for reader in readers) and readers[0].verify()
for write in (lambda: open("d/new", "w"), lambda: DenseStore("d", mode="x", dtype="i8", item_shape=())):
    try:
        write()
    except OSError as error:
        print(type(error).__name__)
for reader in readers:
    reader.close()
try:
    DenseStore("d", mode="r+")
except OSError as error:
    print(type(error).__name__, os.path.abspath("d") in str(error))
""")
        assert out.split("\n")[:3] == ["PermissionError", "StoreExists", "StoreReadOnly True"]
        assert sorted((path.name, path.stat().st_mtime_ns) for path in pathlib.Path("d").iterdir()) == before
        with DenseStore("d", mode="r"), pytest.raises(BlockingIOError):
            DenseStore("d", mode="r+")
        pathlib.Path("d").chmod(0o755)
        monkeypatch.undo()


@pytest.mark.parametrize("transform", [None, lambda batch: batch])
def test_a_fault_of_the_library_arrives_in_its_step(transform):
    """Record 30 of 80 is damaged: in batches of four, batch 7 of 20."""
    with DenseStore("n", "i8", (50,), "zstd") as store:
        store.append(np.arange(80)[:, None] * np.ones(50, "i8"))
    with DenseStore("n", mode="r") as store:
        where = store.stats()["live_bytes"] // 80
    size = os.path.getsize("n/0.chunk")
    entry = pathlib.Path("n/0.loc").read_bytes()[30 * 16:31 * 16]
    with open("n/0.chunk", "r+b") as chunk:
        chunk.seek(int.from_bytes(entry[:4], "little"))
        chunk.write(b"\0\0\0\0")
    assert 0 < where < size
    with DenseStore("n", mode="r") as store, DataLoader({"n": store}, batch_size=4, mode=0, prefetch_size=8, transform=transform) as loader:
        for step in range(7):
            assert next(loader)["n"][:, 0].tolist() == [4 * step + i for i in range(4)]
        for _ in range(3):  # it stays failed, and never hangs
            with pytest.raises(ValueError) as caught:
                next(loader)
            assert caught.value.code == -7 and caught.value.record == 30


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_three_resumes_in_a_row(mode):
    with numbers(103) as store:
        with DataLoader({"n": store}, batch_size=8, mode=mode, seed=3) as loader:
            expected = batches(loader, 40)
        given, state = [], None
        for threads, workers, count in ((1, 1, 7), (3, 2, 1), (2, 4, 13), (1, 1, 19)):
            with DataLoader({"n": store}, batch_size=8, mode=mode, seed=3, threads=threads, num_workers=workers,
                            transform=None if workers == 1 else lambda batch: batch) as loader:
                if state is not None:
                    loader.load_state_dict(json.loads(state))
                given += batches(loader, count)
                state = json.dumps(loader.state_dict())
        assert given == expected


@pytest.mark.parametrize("change", ["append", "delete"])
@pytest.mark.parametrize("stream", ["first", "second"])
def test_a_stream_that_changes_during_the_run_is_named(change, stream):
    with DenseStore("a", "u1", ()) as a, DenseStore("b", "u1", ()) as b:
        a.append(np.zeros(100, "u1"))
        b.append(np.zeros(100, "u1"))
        with DataLoader({"first": a, "second": b}, batch_size=4) as loader:
            next(loader)
            store = {"first": a, "second": b}[stream]
            store.append(np.zeros(1, "u1")) if change == "append" else store.delete(99)
            with pytest.raises(ValueError, match=stream):
                for _ in range(30):
                    next(loader)


@pytest.mark.parametrize("records", [10, 1000, 1003])
@pytest.mark.parametrize("world", [1, 2, 3, 7])
@pytest.mark.parametrize("remainder", ["drop", "wrap"])
def test_ranks_agree(records, world, remainder):
    """Over two cycles: equally many batches of equal length on every rank, disjoint, of one global order."""
    with numbers(records) as store:
        options = {"batch_size": 8, "seed": 9, "order": "shuffled", "cycle_end": "drop", "epochs": 2}
        with DataLoader({"n": store}, **options) as loader:
            whole = [batch["n"].tolist() for batch in loader]
        assert len(whole) == 2 * (records // 8)
        parts = []
        for rank in range(world):
            with DataLoader({"n": store}, rank=rank, world=world, remainder=remainder, **options) as loader:
                parts.append([batch["n"].tolist() for batch in loader])
        assert {len(part) for part in parts} == {len(whole)}
        for step, batch in enumerate(whole):
            given = [part[step] for part in parts]
            together = sum(given, [])
            assert {len(part) for part in given} == {8 // world if remainder == "drop" else -(-8 // world)}
            if remainder == "drop":
                assert len(set(together)) == len(together) == 8 // world * world and set(together) <= set(batch)
            else:
                assert set(together) == set(batch)


@pytest.mark.parametrize("world", [2, 3, 7])
def test_uneven_ranks_cover_everything(world):
    """1003 records, the last batch shorter: over the ranks every record comes exactly once in a cycle."""
    with numbers(1003) as store:
        seen = []
        for rank in range(world):
            with DataLoader({"n": store}, batch_size=8, seed=9, order="shuffled", cycle_end="keep", epochs=1, rank=rank, world=world,
                            remainder="uneven") as loader:
                seen += [record for batch in loader for record in batch["n"].tolist()]
        assert sorted(seen) == list(range(1003))


def test_every_way_of_reading_knows_the_dictionary():
    records = smooth(300)
    dictionary = train_dict(records, "fast")
    with DenseStore("d", "u1", (16, 16), "zstd_dict", dictionary) as store:
        store.append(records)
        assert np.array_equal(store[:], records)
    flat = [record.reshape(-1)[:100 + i % 50] for i, record in enumerate(records)]
    with RaggedStore("r", "u1", "zstd_dict", dictionary) as store:
        store.append(flat)
    with DenseStore("d", mode="r") as store, RaggedStore("r", mode="r") as ragged:
        some = [7, 299, 7, 0]
        out = np.empty((4, 16, 16), "u1")
        for read in (store[some], store.gather(some, threads=1), store.gather(some, out=out), np.stack(list(store))[some], np.asarray(store)[some]):
            assert np.array_equal(read, records[some])
        assert np.array_equal(store[-1], records[-1]) and np.array_equal(store[5:60:7], records[5:60:7]) and store.verify()
        assert all(np.array_equal(ragged[i], flat[i]) for i in some) and ragged.verify()
        packed = ragged.gather_packed(some)
        assert packed.values.tobytes() == b"".join(flat[i].tobytes() for i in some)
        with DataLoader({"d": store, "r": ragged}, batch_size=50, mode=0) as loader:
            batch = next(loader)
            assert np.array_equal(batch["d"], records[:50]) and all(map(np.array_equal, batch["r"], flat[:50]))
        to_npy(store, "out.npy")
        assert np.array_equal(np.load("out.npy"), records)
        for codec in ("raw", "zstd", "zstd_dict"):
            store.recode(codec, codec, dictionary if codec == "zstd_dict" else None)
            with DenseStore(codec, mode="r") as copy:
                assert np.array_equal(copy[:], records)
    with DenseStore("d") as store:
        store.delete([0, 100])
        store.compact()
        store.append(records[:1])
        kept = list(records)
        for index in (100, 0):
            kept[index] = kept[-1]
            kept.pop()
        assert np.array_equal(store[:], np.stack([*kept, records[0]]))


@pytest.mark.parametrize("weights", [[1.0, float("nan"), 1], [1.0, -1.0, 1], [0.0, 0.0, 0.0], [1.0, float("inf"), 1]])
def test_bad_weights(weights):
    with numbers(3) as store, pytest.raises(ValueError):
        DataLoader({"n": store}, order="weighted", weights=np.array(weights))


def test_one_huge_weight_and_one_zero():
    weights = np.ones(1000)
    weights[3], weights[4] = 1e6, 0.0
    with numbers(1000) as store, DataLoader({"n": store}, batch_size=1000, order=orders.weighted(weights, zero="never"), seed=1) as loader:
        drawn = np.concatenate([next(loader)["n"] for _ in range(100)])
    share = 1e6 / (1e6 + 998)
    assert abs(np.mean(drawn == 3) - share) < 4 * np.sqrt(share * (1 - share) / len(drawn)) and not np.any(drawn == 4)
