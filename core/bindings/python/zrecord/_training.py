"""Dictionaries for ``zstd_dict`` stores."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from . import _core
from ._arguments import choice
from ._stores import _Store
from .errors import InvalidArgument, WrongType

#: Largest size of a dictionary, and bytes of records that it is trained on, for each tier.
DICT_TIERS = {name: {"size": size, "samples": samples} for name, (size, samples) in _core.dictionary_tiers.items()}


def train_dict(source, tier: str | None = None, path=None) -> bytes:
    """Trains a dictionary, for ``dict_bytes`` of a new store.

    ``source``  an array whose first axis counts records, a store, or an iterable of records (read until the tier is full)
    ``tier``    ``"fast"`` (32 KiB), ``"balanced"`` (128 KiB, the default) or ``"max"`` (1 MiB)
    ``path``    file to write the dictionary to, as well

    Deterministic. Raises ValueError for an unknown tier and for no records, TrainingFailed (a ValueError) when there are
    too few or too small ones.
    """
    tier = "balanced" if tier is None else tier
    choice("tier", tier, DICT_TIERS)
    if isinstance(source, _Store):
        if len(source) == 0:
            raise InvalidArgument(f"{source.path} is empty: there is nothing to train a dictionary on")
        dictionary = _core.train_on_store(source, tier)
    else:
        budget = DICT_TIERS[tier]["samples"]
        samples = _array_samples(source, budget) if isinstance(source, np.ndarray) else _first_samples(source, budget)
        if not samples:
            raise InvalidArgument("there are no records to train a dictionary on")
        dictionary = _core.train_on_samples(samples, tier)
    if path is not None:
        Path(path).write_bytes(dictionary)
    return dictionary


def _array_samples(records: np.ndarray, budget: int) -> list[np.ndarray]:
    """Evenly spaced records, as many as the budget holds."""
    if records.ndim == 0 or len(records) == 0 or records.nbytes == 0:
        return []
    count = max(1, min(len(records), budget // (records.nbytes // len(records))))
    chosen = np.unique(np.linspace(0, len(records) - 1, count).astype(np.int64))
    sample = np.ascontiguousarray(records[chosen])
    return [sample[i:i + 1] for i in range(len(sample))]


def _first_samples(records, budget: int) -> list[np.ndarray]:
    samples, size = [], 0
    try:
        records = iter(records)
    except TypeError:
        raise WrongType(f"a dictionary is trained on an array, a store or an iterable of records, not on {records!r:.80}") from None
    for record in records:
        if isinstance(record, (bytes, bytearray, memoryview)):
            record = np.frombuffer(record, np.uint8) if len(record) else np.empty(0, np.uint8)
        samples.append(np.ascontiguousarray(record))
        size += samples[-1].nbytes
        if size >= budget:
            break
    return samples
