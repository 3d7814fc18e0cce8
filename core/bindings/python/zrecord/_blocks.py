"""Records of stores in blocks that hold at most so many bytes."""

from __future__ import annotations

import numpy as np

#: Records whose sizes are looked up at once.
_WINDOW = 1 << 16


def blocks_of(stores, total: int, size: int, chosen=None, first: int = 0):
    """(start, end) of blocks, one after the other, of the positions from ``first`` to ``total``: their records in all ``stores`` have
    at most ``size`` bytes together, or the block is one position. ``chosen`` are the records at the positions; None: they are the
    positions, and blocks end with the shortest store."""
    ragged = [store for store in stores if store._ragged]
    fixed = sum(store._bytes_per_record() for store in stores if not store._ragged)
    if not ragged:
        step = max(1, size // max(1, fixed))
        yield from ((start, min(start + step, total)) for start in range(first, total, step))
        return
    for start in range(first, total, _WINDOW):
        part = slice(start, min(start + _WINDOW, total)) if chosen is None else chosen[start:start + _WINDOW]
        sizes = [store._record_ends(part) for store in ragged]
        count = min(map(len, sizes)) - 1
        ends = np.arange(count + 1, dtype="u8") * np.uint64(fixed) + sum(found[:count + 1] for found in sizes)
        done = 0
        while done < count:
            last = max(done + 1, int(np.searchsorted(ends, ends[done] + np.uint64(size), "right")) - 1)
            yield start + done, start + last
            done = last
