"""Orders of records beyond loaderx's three modes, for ``DataLoader(order=…)`` and ``BatchSampler``.

Each is a pure function of (seed, position) and remembers nothing, so that any step is reached at once.

>>> order = shuffled(8)
>>> sorted(order.indices(seed=1, position=0, count=8).tolist())
[0, 1, 2, 3, 4, 5, 6, 7]
"""

from __future__ import annotations

import numpy as np

from . import _core
from ._arguments import choice, count as _count
from .errors import InvalidArgument, WrongType

__all__ = ["Order", "stored", "shuffled", "independent", "local", "subset", "weighted", "balanced", "stratified", "mixture",
           "classes_of"]


#: What may become of the records that do not fill a batch.
CYCLE_ENDS = ("drop", "keep", "continue")


class Order:
    """A sequence of record numbers below ``len(order)``; made by the functions of this module."""

    def __init__(self, core: _core.Order, cycle_end: str = "drop"):
        self._core = core
        #: What becomes of the records that do not fill a batch at the end of a cycle, unless the loader is told otherwise:
        #: "continue" where a cycle is only a number of draws, else "drop".
        self.cycle_end = cycle_end

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
    return Order(_core.stored_order(_count("length", length)), "continue")


def shuffled(length: int) -> Order:
    """Each cycle is a permutation of its own: loaderx's, but whole."""
    return Order(_core.shuffled_order(_count("length", length)))


def independent(length: int) -> Order:
    """Independent uniform draws with repeats (Philox4x64-10); a cycle is ``length`` of them. Unlike mode iid any step is
    reached at once, without the generator of the steps before."""
    return Order(_core.independent_order(_count("length", length)), "continue")


def local(length: int, block: int = 64, window: int = 64) -> Order:
    """A shuffle for data larger than memory: ``block`` neighbouring records stay together, and ``window`` blocks at a time
    are mixed."""
    return Order(_core.local_order(_count("length", length), _count("block", block), _count("window", window)))


def subset(order: Order, indices, length: int) -> Order:
    """``order`` over a part of ``length`` records: what it calls i is ``indices[i]``. ``len(order)`` is their number.

    ``indices`` as for ``store[…]``: a list, a slice, a mask of ``length`` bools. Slices cost no memory.

    >>> subset(stored(3), [7, 1, 5], 10).indices(0, 0, 5).tolist()
    [7, 1, 5, 7, 1]
    """
    return Order(_core.subset_order(order._core, indices, _count("length", length)), order.cycle_end)


def weighted(weights, zero: str = "refuse") -> Order:
    """Independent draws with repeats, each record in proportion to its weight (alias method, shares exact to 2**-61).

    ``weights``  a number for each record: an array, or a dense store of single numbers
    ``zero``     what a weight of zero means: "refuse" is an error that names the record, "never" never draws it

    16 bytes for each record. Raises ValueError naming the first record whose weight is negative, infinite or NaN.

    >>> weighted([0, 1, 0], zero="never").indices(5, 0, 4).tolist()
    [1, 1, 1, 1]
    """
    choice("zero", zero, ("refuse", "never"))
    numbers = _core.read_numbers(weights) if isinstance(weights, _core.StoreHandle) else _column(weights, "weights")
    if numbers.dtype.kind not in "biuf":
        raise WrongType(f"weights are numbers, not {numbers.dtype}")
    return Order(_core.weighted_order(np.ascontiguousarray(numbers, "float64"), zero == "never"), "continue")


def balanced(classes, shares=None) -> Order:
    """Classes in fixed shares, by default equal ones: each run of ``sum(shares)`` positions holds each class exactly as often
    as its share; within a class every record comes once before one comes again.

    ``classes``  a label for each record: an array, or a store in which equal records are one class (see classes_of())
    ``shares``   a whole number for each class, in the order of the classes

    >>> labels = np.array([0, 0, 0, 0, 0, 0, 0, 1])
    >>> labels[balanced(labels).indices(3, 0, 8)].tolist().count(1)
    4
    """
    wanted = np.array([] if shares is None else [_count("a share", share) for share in shares], "uint64")
    return Order(_core.balanced_order(classes_of(classes), wanted), "continue")


def stratified(classes, batch_size: int) -> Order:
    """Each batch of that size holds every class in the proportion of the whole, rounded up or down, and no record comes twice in
    a cycle. ``classes`` as for balanced()."""
    return Order(_core.stratified_order(classes_of(classes), _count("batch_size", batch_size)))


def mixture(parts) -> Order:
    """Several sets as one, in fixed shares: ``parts`` are pairs ``(order, share)``. Records of the second set are numbered after
    those of the first, and so on: give the loader ``{name: [store of set 1, store of set 2, …]}``.

    >>> mixture([(stored(10), 3), (stored(10), 1)]).indices(0, 0, 100)[:4].size
    4
    """
    pairs = []
    for part in parts:
        order, share = part
        if not isinstance(order, Order):
            raise WrongType(f"a part of a mixture is (order, share), not {part!r}")
        pairs.append((order._core, _count("a share", share)))
    return Order(_core.mixture_order(pairs), "continue")


def classes_of(labels) -> np.ndarray:
    """The class of every record as uint32 ``(n,)``: equal records are one class; numbered from 0 in the order of their bytes,
    whole numbers by value with negative ones last. ``labels`` is an array, whose first axis counts records, or a store.

    >>> classes_of(np.array([30, 10, -1, 10])).tolist()
    [1, 0, 2, 0]
    """
    if isinstance(labels, _core.StoreHandle):
        return _core.read_classes(labels)
    labels = np.asarray(labels)
    if labels.ndim == 0 or labels.dtype.hasobject:
        raise WrongType(f"classes come from one label for each record, not from {labels!r:.80}")
    if len(labels) == 0:
        return np.empty(0, "uint32")
    if labels.ndim == 1 and labels.dtype.kind in "iu":
        keys = labels.astype(labels.dtype.newbyteorder("="), copy=False).view(f"u{labels.dtype.itemsize}")
    else:
        rows = np.ascontiguousarray(labels.reshape(len(labels), -1))
        keys = rows.view(f"V{rows.shape[1] * rows.dtype.itemsize}").reshape(-1)
    return np.unique(keys, return_inverse=True)[1].reshape(-1).astype("uint32")


def _column(values, what: str) -> np.ndarray:
    column = np.asarray(values)
    if column.ndim != 1:
        raise InvalidArgument(f"{what} are one number for each record, not an array of shape {column.shape}")
    return column


class Choice:
    """An order by name and its options, for a length that is not known yet; what the options of DataLoader make."""

    NAMES = ("stored", "shuffled", "independent", "local", "weighted", "balanced", "stratified")

    def __init__(self, name, *, only, mix, weights, zero_weights, classes, shares, block, window, batch_size):
        choice("order", name, self.NAMES)
        for option, value, belongs in (("weights", weights, ("weighted",)), ("classes", classes, ("balanced", "stratified")),
                                       ("shares", shares, ("balanced",))):
            if value is not None and name not in belongs:
                raise InvalidArgument(f"{option} belongs to order {' or '.join(belongs)}, not to {name}")
        if name == "weighted" and weights is None:
            raise InvalidArgument("order 'weighted' needs weights: a number for each record")
        if name in ("balanced", "stratified") and classes is None:
            raise InvalidArgument(f"order {name!r} needs classes: a label for each record")
        if mix is not None and (only is not None or weights is not None or classes is not None):
            raise InvalidArgument("mix goes with the orders stored, shuffled, independent and local, and not with only")
        self.name, self.only, self.mix = name, only, mix
        self._weights, self._zero, self._classes, self._shares = weights, zero_weights, classes, shares
        self._block, self._window, self._batch = block, window, batch_size

    def order(self, lengths) -> Order:
        """For sets of so many records one after the other; one of them without ``mix``."""
        if self.mix is not None:
            shares = list(self.mix)
            if len(shares) != len(lengths):
                raise InvalidArgument(f"mix has {len(shares)} shares, and there are {len(lengths)} sets")
            return mixture([(self._make(length, None), share) for length, share in zip(lengths, shares)])
        length = sum(lengths)
        if self.only is None:
            return self._make(length, None)
        chosen = np.arange(length, dtype="uint64")[self.only] if isinstance(self.only, slice) else np.asarray(self.only)
        if chosen.ndim != 1:
            raise WrongType(f"only takes records as store[...] does: a slice, a list, an array or a mask, not {self.only!r:.80}")
        chosen = np.flatnonzero(chosen) if chosen.dtype == bool and chosen.shape == (length,) else chosen
        if len(chosen) == 0:
            raise InvalidArgument("only names no record: there is nothing to draw from")
        chosen = np.where(chosen < 0, chosen + length, chosen) if chosen.dtype.kind == "i" else chosen
        return subset(self._make(length, chosen), self.only, length)

    def _make(self, length, chosen):
        if self.name == "weighted":
            weights = _core.read_numbers(self._weights) if isinstance(self._weights, _core.StoreHandle) else _column(self._weights, "weights")
            return weighted(self._of(weights, "weights", length, chosen), self._zero)
        if self.name in ("balanced", "stratified"):
            classes = self._of(classes_of(self._classes), "classes", length, chosen)
            return balanced(classes, self._shares) if self.name == "balanced" else stratified(classes, self._batch)
        count = length if chosen is None else len(chosen)
        if self.name == "local":
            return local(count, self._block, self._window)
        return {"stored": stored, "shuffled": shuffled, "independent": independent}[self.name](count)

    @staticmethod
    def _of(column, what, length, chosen):
        if len(column) != length:
            raise InvalidArgument(f"there are {len(column)} {what} for {length} records")
        return column if chosen is None else column[chosen]
