"""``progress=`` of long operations: a function of (stage, done, total), True for a bar of tqdm where that is installed, or None."""

from __future__ import annotations

import contextlib

from .errors import WrongType


class _Bars:
    """A bar for each stage, one after the other."""

    def __init__(self, tqdm, unit):
        self._tqdm, self._unit = tqdm, unit
        self._bar, self._stage = None, None

    def __call__(self, stage, done, total):
        if self._bar is None or stage != self._stage:
            self.close()
            self._stage = stage
            self._bar = self._tqdm(total=total, desc=stage, unit=self._unit, unit_scale=True)
        self._bar.update(done - self._bar.n)

    def close(self):
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@contextlib.contextmanager
def told(progress, unit: str = ""):
    """A function of (stage, done, total) or None, for what an operation was given as ``progress``."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        try:
            from tqdm import tqdm
        except ImportError:
            yield None
            return
        bars = _Bars(tqdm, unit)
        try:
            yield bars
        finally:
            bars.close()
    elif callable(progress):
        yield progress
    else:
        raise WrongType(f"progress is a function of (stage, done, total), True or None, not {progress!r:.80}")


@contextlib.contextmanager
def reporting(progress, stage: str, total: int | None):
    """A function of the records done."""
    with told(progress, " records") as tell:
        yield (lambda done: None) if tell is None else (lambda done: tell(stage, done, total))
