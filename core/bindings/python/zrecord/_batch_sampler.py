"""Index batches of an order."""

from __future__ import annotations

import numpy as np

from . import _core
from ._arguments import choice, count as _count
from .errors import InvalidArgument, WrongType
from .orders import CYCLE_ENDS, Order


class BatchSampler:
    """Batches of record numbers cut out of an order, without any store: a pure function of (order, batch_size, seed, step).

    ``order``       of zrecord.orders
    ``cycle_end``   what becomes of the records of a cycle that do not fill a batch: "drop", "keep" (a shorter batch) or
                    "continue" (filled up from the next cycle); None is the order's own
    ``epochs``      end after so many cycles; None is never
    ``rank, world`` this process's part of every batch, strided, without what ``world`` does not divide

    Iterating gives arrays of uint64, the same that DataLoader reads with that order. Serves as ``batch_sampler`` of torch's
    DataLoader. May be used by one thread at a time.

    >>> from zrecord import orders
    >>> sampler = BatchSampler(orders.stored(5), 2, cycle_end="keep", epochs=1)
    >>> [batch.tolist() for batch in sampler]
    [[0, 1], [2, 3], [4]]
    >>> len(sampler), sampler.indices(1).tolist()
    (3, [2, 3])
    """

    def __init__(self, order: Order, batch_size: int = 256, seed: int = 42, *, cycle_end: str | None = None,
                 epochs: int | None = None, rank: int = 0, world: int = 1):
        if not isinstance(order, Order):
            raise WrongType(f"order is one of zrecord.orders, not {order!r}")
        self._seed, self._batch = _count("seed", seed), _count("batch_size", batch_size)
        self._rank, self._world = _count("rank", rank), _count("world", world)
        if self._rank >= max(self._world, 1) or self._world == 0:
            raise InvalidArgument(f"rank {rank} does not exist among {world} ranks; they count from 0 to world - 1")
        if self._batch and self._batch < self._world:
            raise InvalidArgument(f"a global batch of {batch_size} leaves nothing for {world} ranks")
        ending = order.cycle_end if cycle_end is None else choice("cycle_end", cycle_end, CYCLE_ENDS)
        self._core = _core.BatchOrder(order._core, self._batch, self._seed, ending,
                                      None if epochs is None else _count("epochs", epochs))
        self._longest, self._cycle, self._end, self._identity = self._core.facts()
        #: The step that next() gives.
        self.step = 0

    @property
    def steps_per_cycle(self) -> int:
        """Steps of a cycle."""
        return self._cycle

    def indices(self, step: int) -> np.ndarray:
        """The batch of any step, at once. Raises IndexError behind the last one."""
        batch = self._core.fill(_count("step", step))
        if self._world == 1:
            return batch
        return batch[self._rank:len(batch) - len(batch) % self._world:self._world]

    def __iter__(self) -> BatchSampler:
        return self

    def __next__(self) -> np.ndarray:
        if self._end is not None and self.step >= self._end:
            raise StopIteration
        batch = self.indices(self.step)
        self.step += 1
        return batch

    def __len__(self) -> int:
        """Steps of all epochs; TypeError without an end."""
        if self._end is None:
            raise TypeError("an endless sampler has no length; give epochs")
        return self._end

    def state_dict(self) -> dict:
        """The next step, and what the batches are made of."""
        return {"step": int(self.step), "order": self._identity, "seed": self._seed, "batch": self._batch}

    def load_state_dict(self, state: dict) -> None:
        """Goes on where the sampler of that state stood; order, seed and batch size must be the same, rank and world may differ.
        Raises ValueError otherwise."""
        for name, own in self.state_dict().items():
            if name != "step" and state.get(name) != own:
                raise InvalidArgument(f"the state was saved with {name} {state.get(name)!r}, and this sampler has {own!r}")
        self.step = _count("step", state["step"])

    def __repr__(self) -> str:
        return f"<BatchSampler of {self._identity}, batch_size={self._batch}, seed={self._seed}: step {self.step}>"
