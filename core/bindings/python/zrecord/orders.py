"""Orders of records beyond loaderx's three modes, for ``DataLoader(order=…)``.

Each is a pure function of (seed, position) and remembers nothing, so that any step is reached at once.

>>> order = shuffled(8)
>>> sorted(order.indices(seed=1, position=0, count=8).tolist())
[0, 1, 2, 3, 4, 5, 6, 7]
"""

from __future__ import annotations

import numpy as np

from . import _core
from .zsampler import _count

__all__ = ["Order", "stored", "shuffled", "independent", "local", "subset"]


class Order:
    """A sequence of record numbers below ``len(order)``; made by the functions of this module."""

    def __init__(self, core: _core.Order):
        self._core = core

    def __len__(self) -> int:
        return len(self._core)

    @property
    def cycle_length(self) -> int:
        """Positions that make up one cycle."""
        return self._core.cycle_length

    @property
    def identity(self) -> str:
        """Equal texts mean equal orders; part of a loader's state."""
        return self._core.identity

    def indices(self, seed: int, position: int, count: int) -> np.ndarray:
        """The record numbers at ``position``, ``position + 1``, … as uint64 ``(count,)``."""
        return self._core._fill(_count("seed", seed), _count("position", position), _count("count", count))

    def __repr__(self) -> str:
        return f"<Order {self.identity}>"


def stored(length: int) -> Order:
    """Records as they are stored, over and over."""
    return Order(_core.stored_order(_count("length", length)))


def shuffled(length: int) -> Order:
    """Each cycle is a permutation of its own."""
    return Order(_core.shuffled_order(_count("length", length)))


def independent(length: int) -> Order:
    """Independent uniform draws with repeats; a cycle is ``length`` of them."""
    return Order(_core.independent_order(_count("length", length)))


def local(length: int, block: int = 64, window: int = 64) -> Order:
    """A shuffle for data larger than memory: ``block`` neighbouring records stay together, and ``window`` blocks at a time
    are mixed."""
    return Order(_core.local_order(_count("length", length), _count("block", block), _count("window", window)))


def subset(order: Order, indices, length: int) -> Order:
    """``order`` over a part of ``length`` records: what it calls i is ``indices[i]``. ``len(order)`` is their number."""
    return Order(_core.subset_order(order._core, indices, _count("length", length)))


_BY_NAME = {"stored": stored, "shuffled": shuffled, "independent": independent, "local": local}
