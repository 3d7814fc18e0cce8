"""Index batches: the same names as ``loaderx.zsampler``."""

from __future__ import annotations

import numpy as np

from . import _core
from ._arguments import count as _count

__all__ = ["Sampler"]


class Sampler(_core.Sampler):
    """An endless sequence of index batches, a pure function of (length, batch_size, mode, seed, step), equal to loaderx's.

    ``mode``  ``Sampler.Mode.SEQUENTIAL`` (0), ``IID`` (1, independent draws) or ``CYCLIC`` (2, every record once in a cycle)

    Every batch is an array of uint64, ``(batch_size,)``; shorter only in mode cyclic with fewer records than that. May be
    used by several threads, which then share out the batches. Raises ValueError for a length or batch of 0 and other modes.

    >>> sampler = Sampler(10, 4, Sampler.Mode.SEQUENTIAL)
    >>> next(sampler).tolist(), next(sampler).tolist(), next(sampler).tolist()
    ([0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1])
    >>> sampler.seek(1)
    >>> sampler.next().tolist()
    [4, 5, 6, 7]
    """

    class Mode:
        """loaderx's numbers."""

        SEQUENTIAL = 0
        IID = 1
        CYCLIC = 2

    def __init__(self, length: int, batch_size: int, mode: int, seed: int = 42):
        super().__init__(*(_count(name, value) for name, value in
                           (("length", length), ("batch_size", batch_size), ("mode", mode), ("seed", seed))))

    def seek(self, step: int) -> None:
        """Makes ``step`` the next one, also backwards. At once, but mode iid replays all draws before it."""
        self._seek(_count("step", step))

    def state_dict(self) -> dict:
        """What load_state_dict() needs to go on here at once, in mode iid too."""
        step, generator = self._state()
        return {"step": step, "generator": None if generator is None else list(generator)}

    def load_state_dict(self, state: dict) -> None:
        """Goes on where the sampler of that state stood; length, batch, mode and seed must be the same."""
        generator = state.get("generator")
        self._restore(_count("step", state["step"]), None if generator is None else tuple(generator))

    def __iter__(self) -> Sampler:
        return self

    def __next__(self) -> np.ndarray:
        return self.next()

    def __repr__(self) -> str:
        length, batch, mode, seed = self._options()
        return f"Sampler(length={length}, batch_size={batch}, mode={mode}, seed={seed})"

    def __reduce__(self):
        return _arrive, (self._options(), self.state_dict())


def _arrive(options, state):
    sampler = Sampler(*options)
    sampler.load_state_dict(state)
    return sampler
