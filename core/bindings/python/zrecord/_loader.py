"""The endless loader."""

from __future__ import annotations

import atexit
import json
import os
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, List, TypeVar, Union, overload

import numpy as np

from . import _core
from ._arguments import choice, count as _count, threads_of
from ._stores import _Store
from ._transforming import Transform, Transformer
from .errors import InvalidArgument, StoreClosed, WrongType
from .orders import CYCLE_ENDS, Choice, Order
from .zsampler import Sampler

_MODES = {0: "sequential", 1: "iid", 2: "cyclic"}
#: Damaged records that a loader lists.
_MOST_ISSUES = 10_000
_living: weakref.WeakSet[DataLoader[Any]] = weakref.WeakSet()


#: What next() gives: a batch, or what the transform makes of it.
Batch = Dict[Any, Union[np.ndarray, List[np.ndarray]]]
_Result = TypeVar("_Result")

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    class _Options(TypedDict, total=False):
        """What DataLoader takes by name alone."""

        order: Order | str | None
        weights: Any
        zero_weights: str
        classes: Any
        shares: Any
        block: int
        window: int
        only: Any
        mix: Any
        bucket: str | None
        bucket_window: int
        cycle_end: str | None
        epochs: int | None
        rank: int
        world: int
        split: str
        remainder: str
        on_corrupt: str
        ordered: bool
        threads: int | None
        look_ahead: int
        start_step: int
        end_step: int | None


class DataLoader(Generic[_Result]):
    """Batches from streams of one length, for ever or as long as it is told, in the order of their steps.

    ``streams``        ``{name: store}``; record i of one belongs to record i of the others. A list of stores of one kind in
                       the place of a store is one stream: their records come one after the other
    ``num_workers``    threads that run ``transform``
    ``batch_size``     records in a batch, of all ranks together
    ``prefetch_size``  batches that are read ahead; 0 reads each when it is asked for
    ``mode``           0 or "sequential", 1 or "iid", 2 or "cyclic": loaderx's sequences for the same seed
    ``seed``           any integer of 64 bits
    ``transform``      ``f(batch)``, run for every batch; when it has parameters ``rng`` or ``step``, it gets a
                       ``numpy.random.Generator`` that depends on seed, step and rank alone, or the step

    ``order``          instead of ``mode``: an order of zrecord.orders, or the name of one: "stored", "shuffled",
                       "independent", "local" (with ``block``, ``window``), "weighted" (with ``weights``, ``zero_weights``),
                       "balanced" (with ``classes``, ``shares``), "stratified" (with ``classes``); see there what they mean.
                       ``weights`` and ``classes`` are an array, a store, or the name of a stream
    ``only``           with the name of an order: only these records, as for ``store[…]``
    ``mix``            with the name of an order: the sets of streams that are lists are mixed in these whole shares
    ``bucket``         with an order: batches of records of similar length in this ragged stream; ``bucket_window`` batches at
                       a time are sorted
    ``cycle_end``      with an order: "drop", "keep" or "continue" the records that do not fill a batch; None is the order's
    ``epochs``         end after so many cycles; None is never
    ``rank, world``    this process's part of every batch; ``split`` "strided" or "blocked", ``remainder`` "drop", "wrap"
                       or "uneven" when the world does not divide the batch
    ``on_corrupt``     "raise", "skip" or "replace" a damaged record; ``issues`` then lists them, the newest 10,000
    ``ordered``        False: whichever batch of those read ahead is ready first
    ``threads``        threads that read; None is one for each core
    ``look_ahead``     steps beyond those being read whose records the system is asked for in time, while they are not in
                       memory; 0 asks for none
    ``start_step``     first step
    ``end_step``       the loader ends before this step

    ``next(loader)`` gives ``{name: records}``: an array ``(n, *item_shape)`` of a dense stream, a list of arrays of a
    ragged one. What is held never changes; memory is used again when nothing refers to it.

    An exception of a transform (StopIteration as the cause of a RuntimeError) or of a damaged record arrives at its step, after all batches before it, as the same object
    with its traceback; the loader then raises it for ever. Raises ValueError for no stream, streams of different lengths
    (named), an empty stream, and options that mean nothing.

    >>> from zrecord import DenseStore
    >>> points = DenseStore("p", "int64", ())
    >>> points.append(np.arange(6))
    0
    >>> with DataLoader({"x": points}, batch_size=4, mode="sequential") as loader:
    ...     [next(loader)["x"].tolist() for _ in range(3)]
    [[0, 1, 2, 3], [4, 5, 0, 1], [2, 3, 4, 5]]
    >>> points.close()
    """

    Mode = Sampler.Mode

    if TYPE_CHECKING:
        @overload
        def __init__(self: DataLoader[Batch], streams: Any, num_workers: int = 4, batch_size: int = 256, prefetch_size: int = 4,
                     mode: int | str = 2, seed: int = 42, transform: None = None, **options: Unpack[_Options]) -> None: ...
        @overload
        def __init__(self: DataLoader[_Result], streams: Any, num_workers: int = 4, batch_size: int = 256, prefetch_size: int = 4,
                     mode: int | str = 2, seed: int = 42, *, transform: Callable[..., _Result], **options: Unpack[_Options]) -> None: ...
        @overload
        def __init__(self: DataLoader[_Result], streams: Any, num_workers: int, batch_size: int, prefetch_size: int, mode: int | str, seed: int,
                     transform: Callable[..., _Result], **options: Unpack[_Options]) -> None: ...

    def __init__(self, streams, num_workers: int = 4, batch_size: int = 256, prefetch_size: int = 4, mode: int | str = 2,
                 seed: int = 42, transform=None, *, order: Order | str | None = None, weights=None, zero_weights: str = "refuse",
                 classes=None, shares=None, block: int = 64, window: int = 64, only=None, mix=None, bucket: str | None = None,
                 bucket_window: int = 32, cycle_end: str | None = None, epochs: int | None = None, rank: int = 0, world: int = 1,
                 split: str = "strided", remainder: str = "drop", on_corrupt: str = "raise", ordered: bool = True,
                 threads: int | None = None, look_ahead: int = 8, start_step: int = 0, end_step: int | None = None):
        self._pid = os.getpid()
        self._draws: Any = None
        self._closed = False
        self.streams = _named_streams(streams)
        if not self.streams:
            raise InvalidArgument("a loader needs at least one stream")
        self._stores = {name: _stores_of(name, stores) for name, stores in self.streams.items()}
        options = {"batch": _count("batch_size", batch_size), "seed": _count("seed", seed), "rank": _count("rank", rank),
                   "world": _count("world", world), "prefetch": _count("prefetch_size", prefetch_size),
                   "split": choice("split", split, ("strided", "blocked")), "remainder": choice("remainder", remainder, ("drop", "wrap", "uneven")),
                   "on_corrupt": choice("on_corrupt", on_corrupt, ("raise", "skip", "replace")), "ordered": bool(ordered),
                   "first_step": _count("start_step", start_step), "look_ahead": _count("look_ahead", look_ahead)}
        if isinstance(mode, str) and mode in Choice.NAMES and order is None:
            order = mode
        if order is None:
            options["mode"] = mode if isinstance(mode, str) else _MODES.get(_count("mode", mode))
            if options["mode"] not in _MODES.values():
                raise InvalidArgument(f"mode {mode!r} is unknown; it is 0 sequential, 1 iid or 2 cyclic")
            for name, value in (("weights", weights), ("classes", classes), ("shares", shares), ("only", only), ("mix", mix),
                                ("bucket", bucket), ("cycle_end", cycle_end)):
                if value is not None:
                    raise InvalidArgument(f"{name} belongs to an order, and the modes of loaderx have none; order='shuffled' is mode "
                                          "cyclic, order='stored' mode sequential")
        else:
            if not isinstance(order, Order):
                order = Choice(order, only=only, mix=mix, weights=self._named(weights), zero_weights=zero_weights,
                               classes=self._named(classes), shares=shares, block=block, window=window,
                               batch_size=options["batch"]).order(self._lengths())
            elif any(value is not None for value in (weights, classes, shares, only, mix)):
                raise InvalidArgument("weights, classes, shares, only and mix go with the name of an order, not with an order that is made")
            options["order"] = order._core
            options["cycle_end"] = order.cycle_end if cycle_end is None else choice("cycle_end", cycle_end, CYCLE_ENDS)
            if bucket is not None:
                options["bucket"], options["bucket_window"] = bucket, _count("bucket_window", bucket_window)
        for name, value in (("epochs", epochs), ("end_step", end_step), ("threads", threads_of(threads))):
            if value is not None:
                options[name] = _count(name, value)
        self._options = options
        if transform is not None and not callable(transform):
            raise WrongType(f"transform is a function of a batch, not {transform!r:.80}")
        self._transform = None if transform is None else Transform(transform)
        self._workers = max(1, _count("num_workers", num_workers))
        #: Damaged records that were gone round: (step, record, stream, fault, replacement); the newest 10,000, and stats() counts all.
        self.issues: list[tuple[int, int, str, str, int | None]] = []
        self._start()
        _living.add(self)

    def _named(self, source):
        """A stream's store where its name is given."""
        if isinstance(source, str):
            if source not in self._stores:
                raise InvalidArgument(f"the loader has no stream {source!r}; it has {', '.join(map(repr, self._stores))}")
            if len(self._stores[source]) > 1:
                raise InvalidArgument(f"stream {source!r} is several stores; give an array with a value for each record")
            return self._stores[source][0]
        return source

    def _lengths(self):
        """Records of each set: the stores of a stream one after the other."""
        return [len(store) for store in next(iter(self._stores.values()))]

    def _start(self):
        self._core = _core.Loader(self._stores, self._options)
        self._draws = self._core if self._transform is None else Transformer(
            self._core, self._transform, self._workers, max(self._options["prefetch"], self._workers) + 1,
            self._options["ordered"], self._options["seed"], self._options["rank"])

    def _usable(self):
        if self._closed:
            raise StoreClosed("the loader is closed")
        if os.getpid() != self._pid:
            raise StoreClosed("the loader belongs to the parent process: its threads do not exist after a fork; make a loader "
                              "in this process, and give it the state_dict of the other")

    # -- batches -----------------------------------------------------------------------------------------------------------

    def __iter__(self) -> DataLoader[_Result]:
        return self

    def __next__(self) -> _Result:
        self._usable()
        _, batch, issues = self._draws.next()
        if issues:
            self.issues += issues
            del self.issues[:-_MOST_ISSUES]
        return batch

    def __len__(self):
        raise TypeError("an endless loader has no length")

    @property
    def step(self) -> int:
        """The step that next() gives."""
        return self.state_dict()["step"]

    @property
    def steps_per_cycle(self) -> int:
        """Steps that visit every record once, or as nearly as the mode allows."""
        return self._core.sizes()[3]

    @property
    def batch_length(self) -> int:
        """Records of this rank's part of a whole batch."""
        return self._core.sizes()[2]

    def stats(self) -> dict[str, Any]:
        """Counters: delivered batches, records and bytes of the reading side, stalls, memory."""
        return self._core.stats()

    # -- state ---------------------------------------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """A few numbers from which a new loader gives the batches from here on, bit for bit and at once.

        Counts delivered batches, not those that were read ahead. Goes through JSON unchanged.
        """
        self._usable()
        return json.loads(self._draws.state())

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on where the loader of that state stood. Mode or order, seed, length and batch size must be the same; rank,
        world, workers and prefetch may differ. Raises ValueError otherwise; the loader then stays as it was."""
        self._usable()
        options = {**self._options, "first_step": 0, "resume": json.dumps(state, default=_plain)}
        probe = _core.Loader(self._stores, {**options, "prefetch": 0})
        probe.stop()
        self._draws.stop(*([] if self._transform is None else [5.0]))
        self._options = options
        self._start()

    # -- end -----------------------------------------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """True after close()."""
        return self._closed

    def close(self, timeout: float = 5.0) -> None:
        """Ends reading and waits for the threads. A read ends within 200 ms, a transform when it returns: after ``timeout``
        seconds it is left to end by itself. next() calls that wait raise StoreClosed. Any number of times."""
        if self._closed or self._draws is None:
            return
        self._closed = True
        if os.getpid() != self._pid:
            return
        if self._transform is None:
            self._core.stop()
        else:
            self._draws.stop(timeout)

    def __enter__(self) -> DataLoader[_Result]:
        return self

    def __exit__(self, kind, error, traceback):
        self.close()

    def __del__(self):
        if getattr(self, "_draws", None) is not None:
            self.close(0.0)

    def __reduce__(self):
        raise WrongType("a loader has threads of its own and cannot be copied or sent to another process; make another one, and give "
                        "it the state_dict() of this one")

    def __repr__(self) -> str:
        names = ", ".join(map(str, self.streams))
        return f"<DataLoader of {names}: {'closed' if self._closed else f'step {self.step}'}>"


def _plain(number):
    """For numbers of NumPy in a state."""
    if hasattr(type(number), "__index__"):
        return number.__index__()
    raise WrongType(f"a state holds numbers and text, not {number!r:.80}")


def _named_streams(streams) -> dict:
    if isinstance(streams, _Store):
        raise WrongType(f"streams is {{name: store}}; for one store alone give {{{streams.path.name!r}: store}}")
    if isinstance(streams, (str, os.PathLike)):
        raise WrongType(f"streams is {{name: store}}, not a path; open_set({os.fspath(streams)!r}) opens the streams of a folder")
    try:
        return dict(streams)
    except (TypeError, ValueError):
        raise WrongType(f"streams is {{name: store}}, not {streams!r:.80}") from None


def _stores_of(name, stores) -> tuple:
    """The stores of a stream, one after the other."""
    stores = tuple(stores) if isinstance(stores, (list, tuple)) else (stores,)
    if not stores:
        raise InvalidArgument(f"stream {name!r} is an empty list of stores")
    for store in stores:
        if not isinstance(store, _Store):
            raise WrongType(f"stream {name!r} is a {type(store).__name__}, not a DenseStore or RaggedStore")
    return stores


@atexit.register
def _close_all():
    """Before the interpreter is taken down: no thread of a loader meets half of it."""
    for loader in list(_living):
        loader.close(0.0)
