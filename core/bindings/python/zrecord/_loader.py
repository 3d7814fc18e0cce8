"""The endless loader."""

from __future__ import annotations

import atexit
import json
import os
import weakref

from . import _core
from ._stores import _Store
from ._transforming import Transformer
from .errors import InvalidArgument, StoreClosed
from .orders import _BY_NAME, Order
from .zsampler import Sampler, _count

_MODES = {0: "sequential", 1: "iid", 2: "cyclic"}
_living = weakref.WeakSet()


class DataLoader:
    """Batches from streams of one length, for ever or as long as it is told, in the order of their steps.

    ``streams``        ``{name: store}``; record i of one belongs to record i of the others
    ``num_workers``    threads that run ``transform``
    ``batch_size``     records in a batch, of all ranks together
    ``prefetch_size``  batches that are read ahead; 0 reads each when it is asked for
    ``mode``           0 or "sequential", 1 or "iid", 2 or "cyclic": loaderx's sequences for the same seed
    ``seed``           any integer of 64 bits
    ``transform``      ``f(batch)``, run for every batch; when it has parameters ``rng`` or ``step``, it gets a
                       ``numpy.random.Generator`` that depends on seed, step and rank alone, or the step

    ``order``          instead of ``mode``: an order of zrecord.orders, or "stored", "shuffled", "independent", "local"
    ``cycle_end``      with an order: "drop", "keep" or "continue" the records that do not fill a batch
    ``epochs``         end after so many cycles; None is never
    ``rank, world``    this process's part of every batch; ``split`` "strided" or "blocked", ``remainder`` "drop", "wrap"
                       or "uneven" when the world does not divide the batch
    ``on_corrupt``     "raise", "skip" or "replace" a damaged record; ``issues`` then lists them
    ``ordered``        False: whichever batch of those read ahead is ready first
    ``threads``        threads that read; None is one for each core
    ``start_step``     first step
    ``end_step``       the loader ends before this step

    ``next(loader)`` gives ``{name: records}``: an array ``(n, *item_shape)`` of a dense stream, a list of arrays of a
    ragged one. What is held never changes; memory is used again when nothing refers to it.

    An exception of a transform or of a damaged record arrives at its step, after all batches before it, as the same object
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

    def __init__(self, streams, num_workers: int = 4, batch_size: int = 256, prefetch_size: int = 4, mode: int | str = 2,
                 seed: int = 42, transform=None, *, order: Order | str | None = None, cycle_end: str = "drop",
                 epochs: int | None = None, rank: int = 0, world: int = 1, split: str = "strided", remainder: str = "drop",
                 on_corrupt: str = "raise", ordered: bool = True, threads: int | None = None, start_step: int = 0,
                 end_step: int | None = None):
        self._pid = os.getpid()
        self._draws = None
        self._closed = False
        self.streams = dict(streams)
        if not self.streams:
            raise InvalidArgument("a loader needs at least one stream")
        for name, store in self.streams.items():
            if not isinstance(store, _Store):
                raise TypeError(f"stream {name!r} is a {type(store).__name__}, not a DenseStore or RaggedStore")
        options = {"batch": _count("batch_size", batch_size), "seed": _count("seed", seed), "rank": _count("rank", rank),
                   "world": _count("world", world), "prefetch": _count("prefetch_size", prefetch_size), "split": split,
                   "remainder": remainder, "on_corrupt": on_corrupt, "ordered": bool(ordered),
                   "first_step": _count("start_step", start_step)}
        if order is None:
            options["mode"] = _MODES.get(mode, mode) if isinstance(mode, int) else mode
            if not isinstance(options["mode"], str):
                raise InvalidArgument(f"mode {mode!r} is unknown; it is 0 sequential, 1 iid or 2 cyclic")
        else:
            options["order"] = self._order(order)._core
            options["cycle_end"] = cycle_end
        for name, value in (("epochs", epochs), ("end_step", end_step), ("threads", threads)):
            if value is not None:
                options[name] = _count(name, value)
        self._options = options
        self._transform = transform
        self._workers = max(1, int(num_workers))
        #: Damaged records that were gone round: (step, record, stream, fault, replacement).
        self.issues = []
        self._start()
        _living.add(self)

    def _order(self, order) -> Order:
        if isinstance(order, Order):
            return order
        if order not in _BY_NAME:
            raise InvalidArgument(f"order {order!r} is unknown; it is one of {', '.join(map(repr, _BY_NAME))}")
        return _BY_NAME[order](len(next(iter(self.streams.values()))))

    def _start(self):
        self._core = _core.Loader(self.streams, self._options)
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

    def __iter__(self):
        return self

    def __next__(self):
        self._usable()
        _, batch, issues = self._draws.next()
        if issues:
            self.issues += issues
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

    def stats(self) -> dict:
        """Counters: delivered batches, records and bytes of the reading side, stalls, memory."""
        return self._core.stats()

    # -- state ---------------------------------------------------------------------------------------------------------------

    def state_dict(self) -> dict:
        """A few numbers from which a new loader gives the batches from here on, bit for bit and at once.

        Counts delivered batches, not those that were read ahead. Goes through JSON unchanged.
        """
        self._usable()
        return json.loads(self._draws.state())

    def load_state_dict(self, state: dict) -> None:
        """Goes on where the loader of that state stood. Mode or order, seed, length and batch size must be the same; rank,
        world, workers and prefetch may differ. Raises ValueError otherwise; the loader then stays as it was."""
        self._usable()
        options = {**self._options, "first_step": 0, "resume": json.dumps(state)}
        probe = _core.Loader(self.streams, {**options, "prefetch": 0})
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

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        self.close()

    def __del__(self):
        if getattr(self, "_draws", None) is not None:
            self.close(0.0)

    def __repr__(self) -> str:
        names = ", ".join(map(str, self.streams))
        return f"<DataLoader of {names}: {'closed' if self._closed else f'step {self.step}'}>"


@atexit.register
def _close_all():
    """Before the interpreter is taken down: no thread of a loader meets half of it."""
    for loader in list(_living):
        loader.close(0.0)
