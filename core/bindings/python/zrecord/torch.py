"""Stores as PyTorch data sets. Needs torch; nothing else of this package does.

    from torch.utils.data import DataLoader
    from zrecord.torch import StoreDataset

    set = StoreDataset({"image": images, "label": labels})
    for batch in DataLoader(set, batch_size=256, shuffle=True, num_workers=2): ...

Open the stores with ``mode="r"``, so that worker processes may read beside the parent.
"""

from __future__ import annotations

import os

import numpy as np
import torch
from torch.utils.data import Dataset, IterableDataset, get_worker_info

from ._loader import DataLoader, _stores_of
from ._stores import _Store
from .errors import InvalidArgument, OutOfRange, WrongType
from .zsampler import Sampler

__all__ = ["StoreDataset", "StoreStream", "to_tensors"]


def to_tensors(batch):
    """A batch with tensors in the places of arrays; they share the memory of the arrays. Types that torch does not know stay
    arrays."""
    if isinstance(batch, dict):
        return {name: to_tensors(records) for name, records in batch.items()}
    if isinstance(batch, list):
        return [to_tensors(record) for record in batch]
    try:
        return torch.from_numpy(batch) if isinstance(batch, np.ndarray) else torch.as_tensor(batch)
    except (TypeError, ValueError, RuntimeError):  # unsigned, big-endian, text, structured
        return batch


def _streams_of(streams):
    """(name, store) pairs; name None for a single store without a name."""
    if isinstance(streams, _Store):
        return {None: streams}
    if not streams:
        raise InvalidArgument("a data set needs at least one stream")
    lengths = {name: sum(map(len, _stores_of(name, store))) for name, store in streams.items()}
    if len(set(lengths.values())) != 1:
        raise InvalidArgument(f"the streams do not belong together, their lengths differ: {lengths}")
    return dict(streams)


class _Joined:
    """Several stores of one kind as one: the records of the second come after those of the first."""

    def __init__(self, name, stores):
        self._stores = stores
        kinds = {(store._ragged, store.dtype, store._item_shape) for store in stores}
        if len(kinds) > 1:
            raise InvalidArgument(f"the stores of stream {name!r} differ in kind, dtype or shape: {sorted(map(str, kinds))}")

    def __len__(self):
        return sum(map(len, self._stores))

    def __getitems__(self, index):
        return self[index]

    def __getitem__(self, index):
        ends = np.cumsum([len(store) for store in self._stores])
        length = int(ends[-1])
        if isinstance(index, slice):
            wanted = np.arange(length)[index]
        else:
            wanted = np.asarray(index)
            if wanted.dtype == bool and wanted.shape == (length,):
                wanted = np.flatnonzero(wanted)
            elif wanted.size and (wanted.dtype.kind not in "iu" or wanted.ndim != 1):
                raise WrongType(f"records are chosen by integers, slices, containers of integers or masks, not by {index!r:.80}")
            wanted = wanted.astype("i8")
        if wanted.size and not (-length <= wanted.min() and wanted.max() < length):
            number = wanted[(wanted < -length) | (wanted >= length)][0]
            raise OutOfRange(f"index {number} is outside the stores: together they hold {length} records")
        wanted = np.where(wanted < 0, wanted + length, wanted)
        owner = np.searchsorted(ends, wanted, "right")
        first = self._stores[0]
        found = [None] * len(wanted) if first._ragged else np.empty((len(wanted), *first.item_shape), first.dtype)
        for number in np.unique(owner):
            places = np.flatnonzero(owner == number)
            records = self._stores[number].gather(wanted[places] - (ends[number - 1] if number else 0))
            if first._ragged:
                for place, record in zip(places, records):
                    found[place] = record
            else:
                found[places] = records
        return found


class StoreDataset(Dataset):
    """Records by number: a store, or ``{name: store}`` of one length. A list of stores in the place of a store is one stream, as for
    DataLoader.

    ``set[7]`` is a sample; ``set[[7, 1, 5]]``, or an array, a batch in one read: a tensor of each dense stream, a list of tensors
    of each ragged one. ``__getitems__`` reads the samples of a batch at once, which torch's DataLoader uses by itself from 2.0 on;
    in any version ``DataLoader(set, sampler=BatchSampler(…), batch_size=None)`` reads whole batches in an order of this package.
    ``transform`` gets one sample. Pickles and forks: every worker opens the stores for itself.
    """

    def __init__(self, streams, transform=None):
        self.streams = {name: _Joined(name, tuple(store)) if isinstance(store, (list, tuple)) else store
                        for name, store in _streams_of(streams).items()}
        self.transform = transform

    def __len__(self) -> int:
        return len(next(iter(self.streams.values())))

    def __getitem__(self, index):
        if not isinstance(index, (list, tuple, slice, np.ndarray, torch.Tensor)):
            return self.__getitems__([index])[0]
        index = index.numpy() if isinstance(index, torch.Tensor) else index
        if self.transform is not None:
            return self.__getitems__(index)
        batch = to_tensors({name: store[index] for name, store in self.streams.items()})
        return batch[None] if None in batch else batch

    def __getitems__(self, indices) -> list:
        """Samples in the order of ``indices``: one read for each stream."""
        columns = {name: list(to_tensors(list(store.__getitems__(indices)))) for name, store in self.streams.items()}
        if None in columns:
            samples = columns[None]
        else:
            samples = [dict(zip(columns, values)) for values in zip(*columns.values())]
        return samples if self.transform is None else [self.transform(sample) for sample in samples]


class StoreStream(IterableDataset):
    """Whole batches in the order of zrecord.DataLoader, as tensors; give it to torch's DataLoader with ``batch_size=None``.

    ``rank`` and ``world`` default to RANK and WORLD_SIZE of the environment, as torchrun sets them. Worker processes share out
    the steps: worker w of n reads the steps w, w + n, …, so that together they give the order of one process.
    ``options`` are those of zrecord.DataLoader, without a transform. ``hook`` is run on every tensor, in the process that reads:
    ``hook=torch.Tensor.pin_memory`` gives pinned batches.

    state_dict() says where this process stands, and load_state_dict() goes on there at once; StatefulDataLoader of torchdata
    keeps one for each worker. Resume with the same number of workers.
    """

    def __init__(self, streams, *, rank: int | None = None, world: int | None = None, tensors: bool = True, hook=None,
                 **options):
        self.streams = _streams_of(streams)
        if None in self.streams:
            raise InvalidArgument("give the streams names: {'data': store}")
        if options.get("transform") is not None:
            raise InvalidArgument("a StoreStream takes no transform; map the batches, or give the data loader a collate function")
        self._options = {**options, "rank": int(os.environ.get("RANK", 0)) if rank is None else rank,
                         "world": int(os.environ.get("WORLD_SIZE", 1)) if world is None else world}
        self._tensors, self._hook = tensors, hook
        self._start: dict | None = None  # where the next iteration begins; None: at the beginning
        self._position: dict | None = None  # the place after the last batch that a worker gave
        self._loader = None    # of the process that reads alone

    def __iter__(self):
        info = get_worker_info()
        if self._loader is not None:
            self._loader.close()
            self._loader = None
        start, self._start = self._start, None
        self._position = start
        batches = self._alone(start) if info is None or info.num_workers == 1 else self._shared(start, info.id, info.num_workers)
        if not self._tensors:
            return batches
        return map(to_tensors if self._hook is None else lambda batch: _hooked(to_tensors(batch), self._hook), batches)

    def _alone(self, start):
        self._loader = DataLoader(self.streams, **self._options)
        if start is not None:
            self._loader.load_state_dict(start)
        return self._loader

    def _shared(self, start, worker, workers):
        """Reads this worker's steps only: from step to step by the state of the loader."""
        options = {**self._options, "prefetch_size": 0}
        with DataLoader(self.streams, **options) as loader:
            if start is None:
                self._position = _later(loader.state_dict(), worker)
            while True:
                loader.load_state_dict(self._position)
                batch = next(loader, None)
                if batch is None:
                    return
                self._position = _later(self._position, workers)
                yield batch

    def state_dict(self) -> dict | None:
        """None before the first batch."""
        if self._loader is not None:
            return self._loader.state_dict()
        return self._position if self._start is None else self._start

    def load_state_dict(self, state: dict | None) -> None:
        """Goes on there with the next iteration; the one after it begins anew, as every iteration does."""
        self._start = state
        if self._loader is not None:
            self._loader.close()
            self._loader = None

    def __getstate__(self):
        return {**self.__dict__, "_loader": None}


def _hooked(batch, hook):
    if isinstance(batch, dict):
        return {name: _hooked(records, hook) for name, records in batch.items()}
    if isinstance(batch, list):
        return [_hooked(record, hook) for record in batch]
    return hook(batch) if isinstance(batch, torch.Tensor) else batch


def _later(state: dict, steps: int) -> dict:
    """The state so many steps on, without reading a record."""
    later = {**state, "step": state["step"] + steps}
    if state.get("generator"):  # mode iid: the draws in between are made
        numbers = [int(state["generator"][i:i + 16], 16) for i in range(0, 64, 16)]
        sampler = Sampler(state["length"], state["batch"], Sampler.Mode.IID, state["seed"])
        sampler.load_state_dict({"step": state["step"], "generator": numbers})
        for _ in range(steps):
            next(sampler)
        later["generator"] = "".join(f"{number:016x}" for number in sampler.state_dict()["generator"])
    return later
