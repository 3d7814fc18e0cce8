"""The loader: batches, order, state, ranks, failures."""
import copy
import json
import pickle

import numpy as np
import pytest
from conftest import dictionary_for, run_python, smooth
from loaderx.dataloader import DataLoader as LoaderxLoader
from loaderx.zrecord import DenseStore as LoaderxDense
from loaderx.zrecord import RaggedStore as LoaderxRagged

from zrecord import BatchSampler, DataLoader, DenseStore, RaggedStore, orders

RECORDS = 103


@pytest.fixture(params=["raw", "zstd", "zstd_dict"])
def codec(request):
    return request.param


@pytest.fixture
def folders(codec):
    """Three aligned stores: records whose first value is their index."""
    images = smooth(RECORDS, (8, 8))
    images.reshape(RECORDS, -1)[:, 0] = np.arange(RECORDS)
    with DenseStore("image", "u1", (8, 8), codec, dictionary_for(codec, np.repeat(images, 4, axis=0))) as store:
        store.append(images)
    with DenseStore("label", "i8", (), "raw") as store:
        store.append(np.arange(RECORDS))
    with RaggedStore("text", "<i4") as store:
        store.append(np.full((1 + i % 4,) * (i % 3), i, "<i4") for i in range(RECORDS))
    return {"image": DenseStore, "label": DenseStore, "text": RaggedStore}


@pytest.fixture
def streams(folders):
    opened = {name: kind(name, mode="r") for name, kind in folders.items()}
    yield opened
    for store in opened.values():
        store.close()


@pytest.fixture
def labels():
    with DenseStore("label", "i8", (), "raw") as store:
        store.append(np.arange(RECORDS))
    with DenseStore("label", mode="r") as store:
        yield {"label": store}


def steps(loader, count):
    return [next(loader)["label"].tolist() for _ in range(count)]


def same_batches(a, b):
    assert set(a) == set(b)
    for name, records in a.items():
        if isinstance(records, list):
            assert isinstance(b[name], list) and len(records) == len(b[name])
            assert all(x.dtype == y.dtype and x.shape == y.shape and np.array_equal(x, y) for x, y in zip(records, b[name]))
        else:
            assert records.dtype == b[name].dtype and np.array_equal(records, b[name])


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_batch_for_batch_like_loaderx(folders, mode):
    """loaderx delivers in any order, so its batches are found by their labels."""
    kinds = {"image": LoaderxDense, "label": LoaderxDense, "text": LoaderxRagged}
    theirs_open = {name: kind(name) for name, kind in kinds.items()}
    # One transform thread keeps loaderx's batches in order.
    with LoaderxLoader(theirs_open, 1, 16, 4, mode, 7) as loader:
        theirs = [next(loader) for _ in range(30)]
    for store in theirs_open.values():
        store.close()
    ours_open = {name: kind(name) for name, kind in folders.items()}
    for transform in (None, lambda batch: batch):
        with DataLoader(ours_open, 3, 16, 4, mode, 7, transform) as loader:
            for expected in theirs:
                same_batches(next(loader), expected)
    for store in ours_open.values():
        store.close()


@pytest.mark.parametrize("mode", ["sequential", "iid", "cyclic"])
@pytest.mark.parametrize("transform", [None, lambda batch: batch], ids=["plain", "transformed"])
@pytest.mark.parametrize("prefetch", [0, 1, 8])
def test_resume_after_every_step_of_three_cycles(labels, mode, transform, prefetch):
    options = {"batch_size": 16, "mode": mode, "seed": 11, "transform": transform, "num_workers": 2}
    with DataLoader(labels, **options) as loader:
        total = 3 * loader.steps_per_cycle
        assert total == 18
        expected = steps(loader, total + 3)
    with DataLoader(labels, prefetch_size=prefetch, **options) as loader:
        for step in range(total):
            state = json.loads(json.dumps(loader.state_dict()))
            assert state["step"] == step == loader.step
            with DataLoader(labels, prefetch_size=3, batch_size=16, mode=mode, seed=11) as other:
                other.load_state_dict(state)
                assert steps(other, 3) == expected[step:step + 3]
            assert steps(loader, 1) == expected[step:step + 1]


def test_resume_in_a_new_process(labels):
    with DataLoader(labels, batch_size=16, mode="iid", seed=11) as loader:
        steps(loader, 9)
        state = loader.state_dict()
        expected = steps(loader, 5)
    out = run_python("""
import json, sys
from zrecord import DataLoader, DenseStore
store = DenseStore("label", mode="r")
with DataLoader({"label": store}, batch_size=16, mode="iid", seed=11, prefetch_size=1) as loader:
    loader.load_state_dict(json.loads(sys.argv[1]))
    print(json.dumps([next(loader)["label"].tolist() for _ in range(5)]))
store.close()
""", json.dumps(state))
    assert json.loads(out) == expected


@pytest.mark.parametrize("change", [{"seed": 12}, {"batch_size": 15}, {"mode": 1}, {"order": "shuffled"}])
def test_a_state_that_does_not_fit(labels, change):
    with DataLoader(labels, batch_size=16, seed=11) as loader:
        steps(loader, 2)
        state = loader.state_dict()
    with DataLoader(labels, **{"batch_size": 16, "seed": 11, **change}) as other:
        first = steps(other, 1)
        with pytest.raises(ValueError):
            other.load_state_dict(state)
        with pytest.raises(ValueError):
            other.load_state_dict({"step": 3})
        assert other.step == 1 and steps(other, 1) != first, "it goes on as if nothing had been asked"


@pytest.mark.parametrize("world", [1, 2, 3, 7])
@pytest.mark.parametrize("split", ["strided", "blocked"])
@pytest.mark.parametrize("remainder", ["drop", "wrap", "uneven"])
def test_ranks(labels, world, split, remainder):
    with DataLoader(labels, batch_size=8, seed=5) as loader:
        whole = steps(loader, 14)
    parts = []
    for rank in range(world):
        with DataLoader(labels, batch_size=8, seed=5, rank=rank, world=world, split=split, remainder=remainder) as loader:
            parts.append(steps(loader, 14))
    for step, batch in enumerate(whole):
        given = [part[step] for part in parts]
        flat = [record for part in given for record in part]
        if remainder == "drop":
            assert len(flat) == 8 // world * world and set(flat) <= set(batch) and len(set(flat)) == len(flat)
            assert len({len(part) for part in given}) == 1
        elif remainder == "wrap":
            assert set(flat) == set(batch) and len({len(part) for part in given}) == 1
        else:
            assert sorted(flat) == sorted(batch) and max(map(len, given)) - min(map(len, given)) <= 1


def test_elastic_resume(labels):
    with DataLoader(labels, batch_size=12, seed=5, mode=1) as loader:
        whole = steps(loader, 10)
    with DataLoader(labels, batch_size=12, seed=5, mode=1, rank=1, world=4) as loader:
        steps(loader, 6)
        state = loader.state_dict()
    parts = []
    for rank in range(3):
        with DataLoader(labels, batch_size=12, seed=5, mode=1, rank=rank, world=3) as loader:
            loader.load_state_dict(state)
            parts.append(steps(loader, 4))
    assert [sorted(sum((part[i] for part in parts), [])) for i in range(4)] == [sorted(batch) for batch in whole[6:]]


@pytest.mark.parametrize("transform", [None, lambda batch: batch])
def test_epochs_end(labels, transform):
    with DataLoader(labels, batch_size=10, order="shuffled", cycle_end="keep", epochs=2, transform=transform) as loader:
        batches = [batch["label"].tolist() for batch in loader]
        assert [len(batch) for batch in batches] == [*[10] * 10, 3] * 2
        assert sorted(sum(batches[:11], [])) == list(range(RECORDS)) and batches[:11] != batches[11:]
        with pytest.raises(StopIteration):
            next(loader)
    with DataLoader(labels, batch_size=10, start_step=3, end_step=5, transform=transform) as loader:
        assert len(list(loader)) == 2


def test_orders(labels):
    chosen = [5, 6, 7, 50, 99]
    with DataLoader(labels, batch_size=5, order=orders.subset(orders.shuffled(5), chosen, RECORDS)) as loader:
        assert all(sorted(batch) == chosen for batch in steps(loader, 4))
    with DataLoader(labels, batch_size=10, order="stored", cycle_end="continue") as loader:
        assert sum(steps(loader, 11), [])[:105] == [*range(103), 0, 1]
    with pytest.raises(ValueError, match="order"):
        DataLoader(labels, order="sorted")


def test_held_batches_never_change(streams):
    with DataLoader(streams, batch_size=16, prefetch_size=2) as loader:
        held = [next(loader) for _ in range(50)]
        copies = [{name: [r.copy() for r in records] for name, records in batch.items()} for batch in held]
        for _ in range(50):
            next(loader)
    for batch, copy in zip(held, copies):
        for name, records in batch.items():
            assert all(np.array_equal(a, b) for a, b in zip(records, copy[name], strict=True))
        assert [int(record.flat[0]) for record in batch["text"]] == batch["label"].tolist() == batch["image"][:, 0, 0].tolist()


def test_memory_is_used_again(labels):
    with DataLoader(labels, batch_size=16, prefetch_size=2) as loader:
        for _ in range(300):
            next(loader)
        assert loader.stats()["memories"] <= 2 + 2 and loader.stats()["delivered"] == 300


@pytest.mark.parametrize("raised", [KeyError("a\nb"), SystemExit(3), KeyboardInterrupt(), OSError(5, "x")])
def test_a_failing_transform(labels, raised):
    class TwoArguments(Exception):
        def __init__(self, a, b):
            super().__init__(a, b)

    for error in (raised, TwoArguments(1, 2)):
        def transform(batch, step, error=error):
            if step == 7:
                raise error
            return batch

        with DataLoader(labels, batch_size=4, mode=0, num_workers=3, transform=transform) as loader:
            assert steps(loader, 7) == [[4 * s + i for i in range(4)] for s in range(7)]
            for _ in range(3):
                with pytest.raises(type(error)) as caught:
                    next(loader)
                assert caught.value is error
            names = [entry.name for entry in caught.traceback]
            assert "transform" in names and len(names) < 12
            assert "step 7" in error.__notes__[0]
            assert loader.step == 7


def test_transform_with_its_own_generator(labels):
    def augment(batch, rng, step):
        return {"label": batch["label"], "noise": rng.random(4), "step": step}

    runs = []
    for workers in (1, 4):
        with DataLoader(labels, batch_size=4, num_workers=workers, transform=augment, seed=9) as loader:
            runs.append([next(loader) for _ in range(20)])
    for i, (a, b) in enumerate(zip(*runs)):
        assert a["step"] == b["step"] == i and np.array_equal(a["noise"], b["noise"])
    assert len({tuple(batch["noise"]) for batch in runs[0]}) == 20
    with DataLoader(labels, batch_size=4, transform=augment, seed=10) as loader:
        assert not np.array_equal(next(loader)["noise"], runs[0][0]["noise"])
    with DataLoader(labels, batch_size=4, transform=len) as loader:
        assert next(loader) == 1


def test_unordered(labels):
    for transform in (None, lambda batch: batch):
        with DataLoader(labels, batch_size=4, ordered=False, end_step=20, num_workers=3, transform=transform) as loader:
            found = [tuple(batch["label"]) for batch in loader]
        with DataLoader(labels, batch_size=4, end_step=20) as loader:
            assert sorted(found) == sorted(tuple(batch["label"]) for batch in loader)


@pytest.mark.parametrize("policy, size", [("skip", 7), ("replace", 8)])
def test_damaged_records(policy, size):
    with DenseStore("s", "u1", (100,), "zstd") as store:
        store.append(np.arange(16, dtype="u1")[:, None] + np.zeros(100, "u1"))
    where = DenseStore("s", mode="r").stats()["live_bytes"] // 16
    with open("s/0.chunk", "r+b") as chunk:
        chunk.seek(3 * where)
        chunk.write(b"\0\0\0\0")
    with DenseStore("s", mode="r") as store:
        with DataLoader({"x": store}, batch_size=8, mode=0) as loader:
            for _ in range(2):
                with pytest.raises(ValueError) as caught:
                    next(loader)
                assert caught.value.code == -7 and caught.value.record == 3
        with DataLoader({"x": store}, batch_size=8, mode=0, on_corrupt=policy) as loader:
            assert next(loader)["x"].shape == (size, 100) and next(loader)["x"].shape == (8, 100)
            step, record, stream, fault, replacement = loader.issues[0]
            assert (step, record, stream, replacement) == (0, 3, "x", 4 if policy == "replace" else None) and "3" in fault


def test_the_list_of_damaged_records_has_an_end(monkeypatch):
    """The newest stay, and the counter has them all."""
    monkeypatch.setattr("zrecord._loader._MOST_ISSUES", 3)
    with DenseStore("s", "u1", (100,), "zstd") as store:
        store.append(np.arange(4, dtype="u1")[:, None] + np.zeros(100, "u1"))
    where = DenseStore("s", mode="r").stats()["live_bytes"] // 4
    with open("s/0.chunk", "r+b") as chunk:
        chunk.seek(where)
        chunk.write(b"\0\0\0\0")
    with DenseStore("s", mode="r") as store, DataLoader({"x": store}, batch_size=4, mode=0, on_corrupt="skip") as loader:
        for _ in range(7):
            next(loader)
        assert [issue[0] for issue in loader.issues] == [4, 5, 6] and loader.stats()["issues"] >= 7


@pytest.mark.parametrize("workers", [1, 4])
def test_a_transform_that_raises_stop_iteration(labels, workers):
    """It does not end the loop as if the steps were over."""
    def transform(batch, step):
        return next(iter([])) if step == 2 else step

    with DataLoader(labels, batch_size=4, transform=transform, num_workers=workers) as loader:
        found = []
        with pytest.raises(RuntimeError, match="transform of step 2 raised StopIteration") as caught:
            for value in loader:
                found.append(value)
        assert found == [0, 1] and isinstance(caught.value.__cause__, StopIteration)
        with pytest.raises(RuntimeError, match="step 2"):
            next(loader)


def test_a_loader_is_not_copied(labels):
    for transform in (None, len):
        with DataLoader(labels, batch_size=4, transform=transform) as loader:
            for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="state_dict"):
                    attempt(loader)
            next(loader)


def test_states_with_numbers_of_numpy(labels):
    with DataLoader(labels, batch_size=4, mode=0, start_step=np.int64(3)) as loader:
        state = loader.state_dict()
        assert json.loads(json.dumps(state)) == state
        loader.load_state_dict({**state, "step": np.int64(5)})
        assert json.loads(json.dumps(loader.state_dict()))["step"] == 5 and steps(loader, 1) == [[20, 21, 22, 23]]
    sampler = BatchSampler(orders.stored(10), 2)
    sampler.step = np.int64(3)
    assert json.loads(json.dumps(sampler.state_dict()))["step"] == 3


@pytest.mark.parametrize("arguments", [
    {"batch_size": 0}, {"mode": 7}, {"mode": "random"}, {"rank": 1}, {"rank": -1}, {"world": 0}, {"batch_size": 2, "world": 3},
    {"split": "none"}, {"remainder": "none"}, {"on_corrupt": "ignore"}, {"epochs": 0}, {"seed": -1}, {"cycle_end": "x", "order": "stored"},
])
def test_refused_options(labels, arguments):
    with pytest.raises(ValueError):
        DataLoader(labels, **arguments)


def test_refused_streams(labels):
    with DenseStore("short", "u1", ()) as short, DenseStore("none", "u1", ()) as none:
        short.append(np.zeros(8, "u1"))
        with pytest.raises(ValueError, match="'label' has 103 records, 'short' has 8 records"):
            DataLoader({**labels, "short": short})
        with pytest.raises(ValueError, match="empty"):
            DataLoader({"none": none})
    with pytest.raises(ValueError, match="stream"):
        DataLoader({})
    with pytest.raises(TypeError, match="array"):
        DataLoader({"array": np.zeros(3)})
    with pytest.raises(ValueError, match="closed"):
        DataLoader({"none": none})
    with pytest.raises(TypeError):
        len(DataLoader(labels))


def test_a_stream_that_changes_its_length():
    with DenseStore("a", "u1", ()) as a, DenseStore("b", "u1", ()) as b:
        a.append(np.zeros(99, "u1"))
        b.append(np.zeros(99, "u1"))
        with DataLoader({"first": a, "second": b}, batch_size=4) as loader:
            next(loader)
            b.append(np.zeros(1, "u1"))
            with pytest.raises(ValueError, match="second"):
                for _ in range(20):
                    next(loader)


def test_batch_size_one(labels):
    with DataLoader(labels, batch_size=1, mode=0) as loader:
        assert steps(loader, 5) == [[0], [1], [2], [3], [4]]
