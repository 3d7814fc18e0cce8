"""Orders beyond loaderx's modes: the loader's batches are those of `zr load`, and the sampler's those of the loader."""
import json
import os
import subprocess

import numpy as np
import pytest

from zrecord import BatchSampler, DataLoader, DenseStore, RaggedStore, orders

RECORDS = 211
ZR = os.environ["ZR_PROGRAM"]
LABELS = np.where(np.arange(RECORDS) % 10 == 0, -1, np.arange(RECORDS) % 3)
WEIGHTS = (np.arange(RECORDS) % 7 + 0.5).astype("f4")


def make(folder, records=RECORDS, first=0):
    with DenseStore(f"{folder}/number", "i8", (), "raw") as store:
        store.append(np.arange(first, first + records))
    with RaggedStore(f"{folder}/text", "u1") as store:
        store.append(bytes([i % 250]) * (1 + i * 37 % 91) for i in range(records))


@pytest.fixture
def streams():
    make("set")
    with DenseStore("class", "i4", ()) as store:
        store.append(LABELS.astype("i4"))
    with DenseStore("weight", "f4", ()) as store:
        store.append(WEIGHTS)
    opened = {"number": DenseStore("set/number", mode="r"), "text": RaggedStore("set/text", mode="r")}
    yield opened
    for store in opened.values():
        store.close()


def zr_load(*arguments):
    """Indices of each step, as the command prints them."""
    done = subprocess.run([ZR, "load", *map(str, arguments), "--indices"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [[int(word) for word in line.split()[1:]] for line in done.stdout.splitlines()]


CASES = {
    "stored": ({"order": "stored"}, ["--mode", "sequential", "--cycle-end", "continue"]),
    "shuffled": ({"order": "shuffled"}, ["--mode", "cyclic", "--cycle-end", "drop"]),
    "independent": ({"mode": "independent"}, ["--mode", "independent"]),
    "local": ({"order": "local", "block": 8, "window": 4}, ["--mode", "local", "--block", 8, "--window", 4]),
    "weighted": ({"order": "weighted", "weights": WEIGHTS}, ["--mode", "weighted", "--weights", "weight"]),
    "balanced": ({"order": "balanced", "classes": LABELS}, ["--mode", "balanced", "--classes", "class"]),
    "stratified": ({"order": "stratified", "classes": LABELS}, ["--mode", "stratified", "--classes", "class"]),
    "only": ({"order": "shuffled", "only": slice(20, 90)}, ["--mode", "cyclic", "--only", "20:90"]),
    "only_classes": ({"order": "balanced", "classes": LABELS, "only": [*range(0, 60), *range(80, 200)]},
                     ["--mode", "balanced", "--classes", "class", "--only", ":60", "--only", "80:200"]),
    "keep": ({"order": "local", "cycle_end": "keep"}, ["--mode", "local", "--cycle-end", "keep"]),
    "buckets": ({"order": "shuffled", "bucket": "text", "bucket_window": 5},
                ["--mode", "cyclic", "--cycle-end", "drop", "--bucket", "set/text", "--bucket-window", 5]),
    "epochs": ({"order": "shuffled", "cycle_end": "continue", "epochs": 2}, ["--mode", "cyclic", "--cycle-end", "continue", "--epochs", 2]),
}


def numbers(loader, count):
    return [next(loader)["number"].tolist() for _ in range(count)]


@pytest.mark.parametrize("case", CASES)
def test_batch_for_batch_like_zr_load(streams, case):
    options, arguments = CASES[case]
    steps = [] if "epochs" in options else ["--steps", 40]
    expected = zr_load("set", "--batch", 16, "--seed", 9, *arguments, *steps)
    with DataLoader(streams, batch_size=16, seed=9, **options) as loader:
        assert [batch["number"].tolist() for batch, _ in zip(loader, expected)] == expected
        if "epochs" in options:
            assert next(loader, None) is None and len(expected) == 27
    assert len({tuple(batch) for batch in expected}) > 10


@pytest.mark.parametrize("case", [case for case in CASES if case != "epochs"])
def test_resume_ranks_and_worlds(streams, case):
    """After every step, at once, on another number of ranks; the ranks of a step are the batch."""
    options = {"batch_size": 16, "seed": 3, **CASES[case][0]}
    with DataLoader(streams, **options) as loader:
        expected = numbers(loader, 30)
    with DataLoader(streams, prefetch_size=2, rank=1, world=2, **options) as loader:
        for step in range(27):
            state = json.loads(json.dumps(loader.state_dict()))
            assert state["step"] == step and state["order"]
            parts = []
            for rank in range(4) if step % 9 == 0 else ():
                with DataLoader(streams, prefetch_size=0, rank=rank, world=4, remainder="uneven", **options) as other:
                    other.load_state_dict(state)
                    parts.append(numbers(other, 2))
            if parts:
                assert [sorted(sum((part[i] for part in parts), [])) for i in range(2)] == [sorted(b) for b in expected[step:step + 2]]
            assert numbers(loader, 1)[0] == expected[step][1:len(expected[step]) // 2 * 2:2]


def test_states_of_other_orders_are_refused(streams):
    with DataLoader(streams, order="balanced", classes=LABELS) as loader:
        next(loader)
        state = loader.state_dict()
    other = LABELS.copy()
    other[5] = 2 - other[5]
    for options in ({"order": "balanced", "classes": other}, {"order": "balanced", "classes": LABELS, "shares": [1, 1, 1, 2]},
                    {"order": "stratified", "classes": LABELS}, {"mode": 2}, {"order": "balanced", "classes": LABELS, "bucket": "text"}):
        with DataLoader(streams, **options) as loader, pytest.raises(ValueError, match="saved with"):
            loader.load_state_dict(state)


def test_a_mixture_of_sets(streams):
    make("other", 50, first=1000)
    joined = {"number": [streams["number"], DenseStore("other/number", mode="r")],
              "text": [streams["text"], RaggedStore("other/text", mode="r")]}
    expected = zr_load("set", "other", "--mix", "3:1", "--mode", "cyclic", "--batch", 16, "--seed", 4, "--steps", 40)
    values = np.concatenate([np.arange(RECORDS), np.arange(1000, 1050)])
    with DataLoader(joined, batch_size=16, seed=4, order="shuffled", mix=(3, 1)) as loader:
        for indices in expected:
            batch = next(loader)
            assert batch["number"].tolist() == values[indices].tolist()
            assert (batch["number"] >= 1000).sum() == 4
            assert [len(text) for text in batch["text"]] == [1 + i % 1000 * 37 % 91 for i in batch["number"].tolist()]
    order = orders.mixture([(orders.shuffled(RECORDS), 3), (orders.shuffled(50), 1)])
    with DataLoader(joined, batch_size=16, seed=4, order=order) as loader:
        assert next(loader)["number"].tolist() == values[expected[0]].tolist()
    with DataLoader(joined, batch_size=16, mode=0) as loader:
        assert sum(numbers(loader, 20), [])[:261] == values.tolist(), "several stores are one sequence"
    with pytest.raises(ValueError, match="3 shares"):
        DataLoader(joined, order="shuffled", mix=(3, 1, 1))
    with pytest.raises(ValueError, match="several stores"):
        DataLoader(joined, order="weighted", weights="number")
    for stores in joined.values():
        stores[1].close()


def test_shares_and_weights_are_kept():
    labels = np.repeat([0, 1, 2], [900, 90, 10])
    drawn = labels[orders.balanced(labels, [2, 1, 1]).indices(1, 0, 4000)]
    assert np.bincount(drawn).tolist() == [2000, 1000, 1000]
    order = orders.stratified(labels, 100)
    for step in range(10):
        assert np.bincount(labels[order.indices(7, step * 100, 100)]).tolist() == [90, 9, 1]
    drawn = np.bincount(orders.weighted([1, 0, 3, 4], zero="never").indices(2, 0, 80_000).astype(int), minlength=4)
    assert drawn[1] == 0
    expected = np.array([10_000, 0, 30_000, 40_000])
    assert (np.abs(drawn - expected) < 5 * np.sqrt(80_000 * 0.25)).all()


def test_sources_of_classes_and_weights(streams):
    with DenseStore("class", mode="r") as classes, DenseStore("weight", mode="r") as weights:
        assert orders.balanced(classes).identity == orders.balanced(LABELS).identity == orders.balanced(LABELS.astype(">i2")).identity
        assert orders.weighted(weights).identity == orders.weighted(WEIGHTS).identity
        with DataLoader({**streams, "class": classes}, order="balanced", classes="class") as loader:
            assert np.ptp(np.bincount(orders.classes_of(next(loader)["class"]))) == 0
    with RaggedStore("words", "u1") as words:
        words.append([b"a", b"bb", b"a", b"c"])
        assert orders.classes_of(words).tolist() == [0, 1, 0, 2]
    assert orders.classes_of(np.array([[1, 2], [0, 9], [1, 2]], "u1")).tolist() == [1, 0, 1]
    assert orders.classes_of(np.array(["b", "a", "b"])).tolist() == [1, 0, 1]


@pytest.mark.parametrize("options, what", [
    ({"order": "sorted"}, "unknown"), ({"order": "weighted"}, "needs weights"), ({"order": "balanced"}, "needs classes"),
    ({"order": "local", "weights": [1]}, "belongs to order weighted"), ({"order": "weighted", "weights": [1.0] * 3}, "3 weights for 211"),
    ({"order": "weighted", "weights": [1.0] * 7 + [-1.0] + [1.0] * 203}, "7"),
    ({"order": "weighted", "weights": [1.0] * 9 + [np.nan] + [1.0] * 201}, "9"),
    ({"order": "weighted", "weights": [1.0] * 11 + [0] + [1.0] * 199}, "11"),
    ({"order": "stratified", "classes": LABELS[1:]}, "210 classes for 211"), ({"order": "shuffled", "only": []}, "no record"),
    ({"order": "shuffled", "only": [211]}, "211"), ({"mode": 2, "bucket": "text"}, "belongs to an order"), ({"mode": 1, "weights": [1]}, "weights"),
    ({"order": "shuffled", "bucket": "number"}, "one length"), ({"order": "shuffled", "bucket": "nothing"}, "no stream 'nothing'"),
    ({"order": orders.shuffled(RECORDS), "weights": [1]}, "name of an order"), ({"order": orders.shuffled(5)}, "5 records"),
    ({"order": "balanced", "classes": LABELS, "shares": [1, 2]}, "shares"), ({"order": "shuffled", "mix": (1, 2)}, "2 shares"),
    ({"order": "weighted", "weights": [[1.0]]}, "shape"), ({"order": "weighted", "weights": "weight"}, "no stream 'weight'"),
])
def test_refused(streams, options, what):
    with pytest.raises((ValueError, IndexError), match=what):
        DataLoader(streams, **options)


def test_buckets_pad_less(streams):
    waste = []
    for bucket in (None, "text"):
        with DataLoader(streams, batch_size=8, order="shuffled", epochs=1, bucket=bucket) as loader:
            list(loader)
            stats = loader.stats()
            waste.append(1 - stats["ragged_bytes"] / stats["padded_bytes"])
    assert waste[0] > 0.4 and waste[1] < 0.15


def test_batch_sampler(streams):
    for name, make_order in (("balanced", lambda: orders.balanced(LABELS)), ("local", lambda: orders.local(RECORDS, 8, 4)),
                             ("independent", lambda: orders.independent(RECORDS))):
        sampler = BatchSampler(make_order(), 16, 9)
        expected = zr_load("set", "--batch", 16, "--seed", 9, *CASES[name][1], "--steps", 30)
        assert [next(sampler).tolist() for _ in range(20)] == expected[:20]
        state = json.loads(json.dumps(sampler.state_dict()))
        again = BatchSampler(make_order(), 16, 9, rank=1, world=3)
        again.load_state_dict(state)
        assert [next(again).tolist() for _ in range(10)] == [batch[1:15:3] for batch in expected[20:]]
        assert sampler.indices(3).tolist() == expected[3] and sampler.step == 20
        with pytest.raises(ValueError, match="seed"):
            BatchSampler(make_order(), 16, 8).load_state_dict(state)
    ending = BatchSampler(orders.shuffled(RECORDS), 16, cycle_end="keep", epochs=2)
    batches = list(ending)
    assert len(ending) == len(batches) == 28 and [len(batch) for batch in batches[:14]] == [*[16] * 13, 3]
    with pytest.raises(IndexError):
        ending.indices(28)
    with pytest.raises(TypeError):
        len(BatchSampler(orders.shuffled(5), 2))
    for arguments in ({"rank": 2, "world": 2}, {"batch_size": 1, "world": 2}, {"batch_size": 0}, {"cycle_end": "x"}, {"epochs": 0}):
        with pytest.raises(ValueError):
            BatchSampler(orders.shuffled(RECORDS), **arguments)
