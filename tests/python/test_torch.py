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
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf" or not array.dtype.isnative:
            raise TypeError("not supported")
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
