"""zrecord.torch under PyTorch itself: its data loaders, worker processes, and process groups."""
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import torch
from torch.utils.data import DataLoader as TorchLoader
from torch.utils.data import get_worker_info
from torchdata.stateful_dataloader import StatefulDataLoader

import zrecord
from zrecord import BatchSampler, DataLoader, DenseStore, RaggedStore, orders
from zrecord.torch import StoreDataset, StoreStream

RECORDS = 509
HERE = pathlib.Path(__file__).resolve().parent


@pytest.fixture
def streams(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make()
    opened = zrecord.open_set("set")
    yield opened
    opened.close()


def make():
    with DenseStore("set/label", "i8", ()) as store:
        store.append(np.arange(RECORDS))
    with DenseStore("set/image", "f4", (3, 4)) as store:
        store.append(np.arange(RECORDS, dtype="f4")[:, None, None] + np.zeros((3, 4), "f4"))
    with RaggedStore("set/text", "i4") as store:
        store.append(np.full(1 + i % 5, i, "i4") for i in range(RECORDS))


def check(batch):
    """All streams of a batch are the records of its labels."""
    labels = batch["label"].tolist()
    assert isinstance(batch["label"], torch.Tensor) and batch["label"].dtype == torch.int64
    assert batch["image"].shape == (len(labels), 3, 4) and batch["image"].dtype == torch.float32
    assert batch["image"][:, 2, 3].tolist() == labels
    assert [text.tolist() for text in batch["text"]] == [[i] * (1 + i % 5) for i in labels]
    return labels


@pytest.mark.parametrize("workers, start", [(0, None), (2, "fork"), (2, "spawn"), (2, "forkserver")])
def test_map_style(streams, workers, start):
    dense = {"label": streams["label"], "image": streams["image"]}
    loader = TorchLoader(StoreDataset(dense), batch_size=50, num_workers=workers, multiprocessing_context=start)
    found = []
    for batch in loader:
        assert batch["image"].shape[1:] == (3, 4) and batch["image"][:, 0, 0].tolist() == batch["label"].tolist()
        found += batch["label"].tolist()
    assert found == list(range(RECORDS))
    torch.manual_seed(3)
    shuffled = torch.cat([batch["label"] for batch in TorchLoader(StoreDataset(dense), batch_size=50, shuffle=True)])
    assert sorted(shuffled.tolist()) == found != shuffled.tolist()


@pytest.mark.parametrize("workers", [0, 2])
def test_whole_batches_by_an_order(streams, workers):
    sampler = BatchSampler(orders.local(RECORDS, 16, 4), 32, 5, cycle_end="keep", epochs=2)
    loader = TorchLoader(StoreDataset(streams), sampler=sampler, batch_size=None, num_workers=workers)
    found = [check(batch) for batch in loader]
    with DataLoader(streams, order="local", block=16, window=4, batch_size=32, seed=5, cycle_end="keep", epochs=2) as expected:
        assert found == [batch["label"].tolist() for batch in expected]
    assert check(StoreDataset(streams)[torch.tensor([7, 0, 7])]) == [7, 0, 7]
    assert check(StoreDataset(streams)[3:6]) == [3, 4, 5]


@pytest.mark.parametrize("options", [{"mode": 0}, {"mode": 1}, {"mode": 2}, {"order": "independent"}, {"order": "local", "block": 8}],
                         ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("workers", [0, 1, 3])
def test_stream(streams, options, workers):
    """Whatever the number of workers, torch gives the order of one loader."""
    with DataLoader(streams, batch_size=32, seed=7, **options) as loader:
        expected = [next(loader)["label"].tolist() for _ in range(40)]
    stream = StoreStream(streams, batch_size=32, seed=7, end_step=40, **options)
    assert [check(batch) for batch in TorchLoader(stream, batch_size=None, num_workers=workers)] == expected


class Reporting(StoreStream):
    """Batches with the state of the worker after them: what torchdata's StatefulDataLoader sends along with each."""

    def __iter__(self):
        for batch in super().__iter__():
            info = get_worker_info()
            yield batch, 0 if info is None else info.id, json.dumps(self.state_dict())


class Restoring(StoreStream):
    """A worker begins where the state of its number says."""

    def __init__(self, *arguments, states, **options):
        super().__init__(*arguments, **options)
        self.states = states

    def __iter__(self):
        info = get_worker_info()
        self.load_state_dict(json.loads(self.states[0 if info is None else info.id]))
        return super().__iter__()


@pytest.mark.parametrize("mode", [1, 2])
@pytest.mark.parametrize("workers", [0, 2])
def test_states_of_workers(streams, mode, workers):
    with DataLoader(streams, batch_size=32, mode=mode) as loader:
        expected = [next(loader)["label"].tolist() for _ in range(30)]
    states = {}
    reporting = iter(TorchLoader(Reporting(streams, batch_size=32, mode=mode), batch_size=None, num_workers=workers))
    for step in range(12):
        batch, worker, states[worker] = next(reporting)
        assert batch["label"].tolist() == expected[step]
    del reporting
    assert len(states) == max(workers, 1)
    again = Restoring(streams, states=states, batch_size=32, mode=mode)
    found = iter(TorchLoader(again, batch_size=None, num_workers=workers))
    assert [check(next(found)) for _ in range(18)] == expected[12:]


@pytest.mark.parametrize("options", [{"mode": 1}, {"mode": 2}, {"order": "local", "block": 8}], ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("workers", [0, 2, 3])
def test_torchdata(streams, options, workers):
    """StatefulDataLoader of torchdata: stopped after any number of batches, its state gives the rest, and reads nothing twice."""
    with DataLoader(streams, batch_size=32, **options) as loader:
        expected = [next(loader)["label"].tolist() for _ in range(30)]

    def stateful():
        return StatefulDataLoader(StoreStream(streams, batch_size=32, end_step=30, **options), batch_size=None, num_workers=workers)

    for stop in (1, 7, 12):
        first = stateful()
        batches = iter(first)
        assert [check(next(batches)) for _ in range(stop)] == expected[:stop]
        state = pickle.loads(pickle.dumps(first.state_dict()))
        del batches
        second = stateful()
        second.load_state_dict(state)
        assert [check(batch) for batch in second] == expected[stop:]


def test_torchdata_asks_for_the_state(streams):
    """It is the stream's own state that is kept: nothing is read again to come to the place."""
    first = StatefulDataLoader(StoreStream(streams, batch_size=32), batch_size=None)
    batches = iter(first)
    for _ in range(9):
        next(batches)
    state = first.state_dict()
    kept = [value for value in flat(state) if isinstance(value, dict) and value.get("mode") == "cyclic"]
    assert kept and kept[0]["step"] == 9 and kept[0]["length"] == RECORDS
    stream = StoreStream(streams, batch_size=32)
    second = StatefulDataLoader(stream, batch_size=None)
    second.load_state_dict(state)
    batches = iter(second)
    next(batches)
    assert stream._loader.stats()["delivered"] == 1


def flat(value):
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from flat(inner)


def test_a_hook_sees_every_tensor(streams):
    seen = []
    stream = StoreStream(streams, batch_size=4, hook=lambda tensor: seen.append(tensor.shape) or tensor.clone())
    check(next(iter(stream)))
    assert len(seen) == 1 + 1 + 4


def test_tensors_share_memory_and_never_change(streams):
    stream = iter(StoreStream(streams, batch_size=16, mode=0))
    held = [next(stream) for _ in range(60)]
    for step, batch in enumerate(held):
        assert check(batch) == [(step * 16 + i) % RECORDS for i in range(16)]
    array = streams["image"][:4]
    tensor = zrecord.torch.to_tensors(array)
    tensor[0, 0, 0] = -5
    assert array[0, 0, 0] == -5
    assert streams["image"].to_torch([3, 1])[:, 0, 0].tolist() == [3, 1] and streams["text"].to_torch(slice(6, 8))[1].tolist() == [7] * 3
    assert np.from_dlpack(torch.from_dlpack(array)).sum() == array.sum(), "DLPack, both ways"


# ---- process groups ---------------------------------------------------------------------------------------------------------


class Group:
    """`world` processes of distributed_training.py, as torchrun would start them."""

    def __init__(self, folder, world, *arguments):
        self.folder, self.world = folder, world
        rendezvous = folder / f"rendezvous-{world}-{time.monotonic_ns()}"
        self.processes = []
        for rank in range(world):
            environment = {**os.environ, "RANK": str(rank), "WORLD_SIZE": str(world), "GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"}
            with open(folder / f"log-{world}-{rank}", "w") as log:
                self.processes.append(subprocess.Popen([sys.executable, HERE / "distributed_training.py", rendezvous, *map(str, arguments)],
                                                       cwd=folder, env=environment, stdout=log, stderr=log))

    def wait(self, timeout=120):
        codes = [process.wait(timeout) for process in self.processes]
        assert codes == [0] * self.world, self.logs()

    def logs(self):
        return "\n".join((self.folder / f"log-{self.world}-{rank}").read_text() for rank in range(self.world))

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


def steps_in(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("mode", ["1", "2"])
def test_ranks_of_a_process_group(streams, tmp_path, mode):
    """Four processes: the union over the ranks is the global order. One is killed; two go on from the last checkpoint."""
    with DataLoader(streams, batch_size=32, mode=int(mode), seed=11) as loader:
        expected = [next(loader)["label"].tolist() for _ in range(40)]
    whole = Group(tmp_path, 4, "whole", mode, 40)
    whole.wait()
    assert steps_in(tmp_path / "whole.steps") == expected

    broken = Group(tmp_path, 4, "broken", mode, 100_000)
    steps = tmp_path / "broken.steps"
    try:
        limit = time.monotonic() + 60
        while not (steps.exists() and len(steps.read_text().splitlines()) >= 10):
            assert time.monotonic() < limit and broken.processes[2].poll() is None, broken.logs()
            time.sleep(0.01)
        broken.processes[2].send_signal(signal.SIGKILL)
        assert broken.processes[2].wait() == -signal.SIGKILL
    finally:
        broken.end()
    state = json.loads((tmp_path / "broken.state").read_text())
    assert state["step"] >= 10 and state["world"] == 4
    with DataLoader(streams, batch_size=32, mode=int(mode), seed=11) as loader:
        expected = [next(loader)["label"].tolist() for _ in range(state["step"] + 25)]
    assert steps_in(steps)[:state["step"]] == expected[:state["step"]]
    resumed = Group(tmp_path, 2, "broken", mode, state["step"] + 25)
    resumed.wait()
    assert steps_in(steps)[-25:] == expected[state["step"]:]
