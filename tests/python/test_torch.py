"""zrecord.torch against the protocol of torch's data loaders.

PyTorch itself is not among the packages of the tests. What zrecord.torch uses of it is small, and stands in here: two base
classes, from_numpy, and the question which worker asks. The tests drive the data sets as torch's loaders do.
"""
import copy
import importlib
import json
import pickle
import sys
import types

import numpy as np
import pytest

from zrecord import DataLoader, DenseStore, RaggedStore


class StandIn:
    """Workers of the stand-in for torch."""

    def __init__(self, monkeypatch):
        self.worker = None
        torch, utils, data = (types.ModuleType(name) for name in ("torch", "torch.utils", "torch.utils.data"))
        torch.utils, utils.data = utils, data
        torch.from_numpy, torch.Tensor = self.from_numpy, Tensor
        torch.as_tensor = np.asarray
        data.Dataset = type("Dataset", (), {})
        data.IterableDataset = type("IterableDataset", (data.Dataset,), {})
        data.get_worker_info = lambda: self.worker
        for module in (torch, utils, data):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.delitem(sys.modules, "zrecord.torch", raising=False)
        self.module = importlib.import_module("zrecord.torch")

    @staticmethod
    def from_numpy(array):
        """As torch: arrays only, and not of every type."""
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf" or array.dtype in ("u2", "u4", "u8"):
            raise TypeError("not supported")
        if not array.dtype.isnative:
            raise ValueError("given numpy array has byte order different from the native byte order")
        return array.view(Tensor)

    def as_worker(self, number, count, dataset):
        """What a worker has: a copy of the data set, and its number."""
        self.worker = types.SimpleNamespace(id=number, num_workers=count)
        return copy.copy(dataset)


class Tensor(np.ndarray):
    pass


@pytest.fixture
def torch(monkeypatch):
    return StandIn(monkeypatch)


@pytest.fixture
def streams():
    with DenseStore("label", "i8", ()) as store:
        store.append(np.arange(103))
    with DenseStore("image", "f4", (2, 2)) as store:
        store.append(np.arange(103, dtype="f4")[:, None, None] + np.zeros((2, 2), "f4"))
    with RaggedStore("text", "u1") as store:
        store.append(bytes([i]) * (1 + i % 3) for i in range(103))
    opened = {"label": DenseStore("label", mode="r"), "image": DenseStore("image", mode="r"), "text": RaggedStore("text", mode="r")}
    yield opened
    for store in opened.values():
        store.close()


def test_map_style(torch, streams):
    dataset = torch.module.StoreDataset(streams)
    assert len(dataset) == 103
    samples = dataset.__getitems__([7, 0, 102])
    assert [int(s["label"]) for s in samples] == [7, 0, 102] and [float(s["image"][1, 1]) for s in samples] == [7, 0, 102]
    assert isinstance(samples[0]["image"], Tensor) and samples[2]["text"].tolist() == [102]
    assert int(dataset[-1]["label"]) == 102
    with pytest.raises(IndexError):
        dataset[103]
    travelled = pickle.loads(pickle.dumps(dataset))
    assert int(travelled[5]["label"]) == 5
    single = torch.module.StoreDataset(streams["image"], transform=lambda sample: sample.sum())
    assert single[3] == 12.0


def labels(batches, count):
    return [np.asarray(next(batches)["label"]).tolist() for _ in range(count)]


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_alone(torch, streams, mode):
    with DataLoader(streams, batch_size=8, mode=mode) as loader:
        expected = labels(loader, 20)
    dataset = torch.module.StoreStream(streams, batch_size=8, mode=mode)
    assert dataset.state_dict() is None
    batches = iter(dataset)
    assert labels(batches, 7) == expected[:7]
    assert isinstance(next(batches)["image"], Tensor)
    state = json.loads(json.dumps(dataset.state_dict()))
    again = torch.module.StoreStream(streams, batch_size=8, mode=mode)
    again.load_state_dict(state)
    assert again.state_dict() == state
    assert labels(iter(again), 12) == expected[8:]
    assert labels(iter(dataset), 3) == expected[:3], "a new iteration begins anew"


@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("rank", [0, 1])
def test_workers(torch, streams, mode, rank):
    """Three workers of one rank: together the order of the rank, each with a state of its own."""
    with DataLoader(streams, batch_size=8, mode=mode, rank=rank, world=2) as loader:
        expected = labels(loader, 30)
    dataset = torch.module.StoreStream(streams, batch_size=8, mode=mode, rank=rank, world=2)
    for worker in range(3):
        mine = torch.as_worker(worker, 3, dataset)
        assert labels(iter(mine), 4) == expected[worker:12:3]
        later = torch.as_worker(worker, 3, dataset)
        later.load_state_dict(json.loads(json.dumps(mine.state_dict())))
        assert labels(iter(later), 6) == expected[12 + worker::3]


def test_types_that_torch_lacks_stay_arrays(torch):
    for name, dtype in (("big", ">i4"), ("unsigned", "u2"), ("text", "U3"), ("pair", [("a", "i4")])):
        with DenseStore(name, dtype, (2,)) as store:
            store.append(np.zeros((4, 2), dtype))
            batch = next(iter(torch.module.StoreStream({"x": store}, batch_size=2)))["x"]
            assert type(batch) is np.ndarray and batch.dtype == np.dtype(dtype) and batch.shape == (2, 2)
            assert type(torch.module.StoreDataset({"x": store})[[0, 1]]["x"]) is np.ndarray
    with RaggedStore("ragged", ">f4") as store:
        store.append([np.arange(3, dtype=">f4")])
        assert torch.module.StoreDataset(store)[0].tolist() == [0, 1, 2]


@pytest.mark.parametrize("workers", [0, 1, 2, 5])
def test_passes_of_persistent_workers(torch, streams, workers):
    """Every pass over the same data sets, in the same workers, is a whole one."""
    dataset = torch.module.StoreStream(streams, batch_size=10, order="shuffled", epochs=1)
    copies = [torch.as_worker(worker, workers, dataset) for worker in range(workers)] or [dataset]
    for _ in range(3):
        found = []
        for worker, mine in enumerate(copies):
            torch.as_worker(worker, workers, dataset) if workers else None
            found += [batch["label"].tolist() for batch in mine]
        assert len(found) == 10 and len(set(sum(found, []))) == 100


def test_a_state_before_the_first_batch(torch, streams):
    dataset = torch.as_worker(1, 2, torch.module.StoreStream(streams, batch_size=8, mode=0))
    batches = iter(dataset)
    next(batches)
    state = dataset.state_dict()
    later = torch.as_worker(1, 2, torch.module.StoreStream(streams, batch_size=8, mode=0))
    later.load_state_dict(state)
    assert later.state_dict() == state
    batches = iter(later)
    assert later.state_dict() == state
    assert next(batches)["label"].tolist() == list(range(24, 32))


def test_several_stores_as_one_stream(torch, streams):
    with DenseStore("label2", "i8", ()) as store:
        store.append(np.arange(103, 110))
    with RaggedStore("text2", "u1") as store:
        store.append(bytes([i]) for i in range(103, 110))
    with DenseStore("label2", mode="r") as labels, RaggedStore("text2", mode="r") as texts:
        dataset = torch.module.StoreDataset({"label": [streams["label"], labels], "text": [streams["text"], texts]})
        assert len(dataset) == 110
        assert [int(s["label"]) for s in dataset.__getitems__([109, 0, -8, 103, 102])] == [109, 0, 102, 103, 102]
        batch = dataset[np.array([109, 1, 102])]
        assert batch["label"].tolist() == [109, 1, 102] and [int(t[0]) for t in batch["text"]] == [109, 1, 102]
        assert dataset[100:]["label"].tolist() == list(range(100, 110))
        for wrong in (110, -111):
            with pytest.raises(IndexError, match=str(wrong)):
                dataset[wrong]
        with pytest.raises(TypeError):
            dataset[[0.5]]
        assert int(pickle.loads(pickle.dumps(dataset))[105]["label"]) == 105
        stream = torch.module.StoreStream({"label": [streams["label"], labels]}, batch_size=55, mode=0)
        assert next(iter(stream))["label"].tolist() == list(range(55))
        with pytest.raises(ValueError, match="differ"):
            torch.module.StoreDataset({"label": [streams["label"], labels], "text": streams["text"]})
        with pytest.raises(ValueError, match="differ in kind"):
            torch.module.StoreDataset({"label": [streams["label"], texts]})


def test_ranks_of_the_environment(torch, streams, monkeypatch):
    monkeypatch.setenv("RANK", "1")
    monkeypatch.setenv("WORLD_SIZE", "4")
    with DataLoader(streams, batch_size=8, rank=1, world=4) as loader:
        expected = labels(loader, 5)
    assert labels(iter(torch.module.StoreStream(streams, batch_size=8)), 5) == expected


def test_it_ends(torch, streams):
    dataset = torch.module.StoreStream(streams, batch_size=10, order="shuffled", cycle_end="keep", epochs=1)
    found = []
    for worker in range(2):
        found += [np.asarray(batch["label"]).tolist() for batch in torch.as_worker(worker, 2, dataset)]
    assert sorted(sum(found, [])) == list(range(103))


def test_refused(torch, streams):
    with pytest.raises(ValueError, match="names"):
        torch.module.StoreStream(streams["label"])
    with pytest.raises(ValueError, match="transform"):
        torch.module.StoreStream(streams, transform=len)
    with DenseStore("short", "u1", ()) as short:
        short.append(np.zeros(3, "u1"))
        with pytest.raises(ValueError, match="differ"):
            torch.module.StoreDataset({**streams, "short": short})
