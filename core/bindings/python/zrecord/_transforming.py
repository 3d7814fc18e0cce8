"""Transforms of a loader, on threads of Python."""

from __future__ import annotations

import inspect
import threading
import time
import weakref

import numpy as np

from .errors import StoreClosed

_END = object()


class Transform:
    """Holds the function for the loader; the threads find it through this."""

    def __init__(self, function):
        self.function = function


class Transformer:
    """Draws batches from ``source``, runs ``transform`` on several threads, and gives the results in the order of the steps.

    Knows nothing of the loader, and of the transform only while it runs one, so that its threads never keep a loader alive whose
    transform leads back to it; without the transform they end. Threads are daemons: the interpreter may exit while a transform is
    still running.
    """

    def __init__(self, source, transform: Transform, workers, capacity, ordered, seed, rank):
        self._source = source
        self._transform = weakref.ref(transform)
        self._wants = _wishes(transform.function)
        self._ordered = ordered
        self._seed, self._rank = seed, rank
        self._turn = threading.Lock()  # held while a batch is drawn: tickets are in the order of steps
        self._changed = threading.Condition()
        self._capacity = capacity
        self._given = 0      # tickets handed to workers
        self._results: dict = {}   # ticket -> (kind, value), not yet delivered
        self._states: dict = {}    # ticket -> state of the source before it, not yet delivered
        self._last = None    # the ticket that ends everything: a failure, or the end of the steps
        self._stopped = False
        self._failure = self._traceback = None
        self._threads = [threading.Thread(target=self._work, daemon=True, name=f"zrecord-transform-{i}") for i in range(workers)]
        for thread in self._threads:
            thread.start()

    # -- workers -----------------------------------------------------------------------------------------------------------

    def _work(self):
        while True:
            with self._turn:
                ticket = self._next_ticket()
                if ticket is None:
                    return
                drawn = self._draw()
                if drawn[0] != "batch":
                    self._settle(ticket, *drawn)
                    return
            self._settle(ticket, *self._run(drawn[1]))
            del drawn

    def _next_ticket(self):
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._last is not None or len(self._states) < self._capacity)
            if self._stopped or self._last is not None:
                return None
            ticket = self._given
            self._states[ticket] = self._source.state()
            self._given += 1
            return ticket

    def _draw(self):
        try:
            return "batch", self._source.next()
        except StopIteration:
            return "end", _END
        except BaseException as error:
            return "failure", error

    def _run(self, drawn):
        step, batch, issues = drawn
        try:
            transform = self._transform()
            if transform is None:
                raise StoreClosed("the loader is gone")
            return "batch", (step, transform.function(batch, **self._extras(step)), issues)
        except StopIteration as error:
            failure = RuntimeError(f"the transform of step {step} raised StopIteration")
            failure.__cause__ = error
            return "failure", failure
        except BaseException as error:
            if hasattr(error, "add_note"):
                error.add_note(f"raised by the transform of step {step}")
            return "failure", error

    def _extras(self, step):
        extras = {}
        if "rng" in self._wants:
            extras["rng"] = np.random.default_rng((self._seed, step, self._rank))
        if "step" in self._wants:
            extras["step"] = step
        return extras

    def _settle(self, ticket, kind, value):
        with self._changed:
            self._results[ticket] = kind, value
            if kind != "batch":
                self._last = ticket if self._last is None else min(self._last, ticket)
            self._changed.notify_all()

    # -- the consumer ------------------------------------------------------------------------------------------------------

    def next(self):
        """(step, result, issues), as the source's, or its exception, or the transform's: the same object, again and again."""
        with self._changed:
            while True:
                if self._failure is not None:
                    raise self._failure.with_traceback(self._traceback)
                if self._stopped:
                    raise StoreClosed("the loader is closed")
                ticket = self._ready()
                if ticket is not None:
                    break
                self._changed.wait()
            kind, value = self._results[ticket]
            if kind == "batch":
                del self._results[ticket], self._states[ticket]
                self._changed.notify_all()
                return value
            if kind == "end":
                raise StopIteration
            self._failure, self._traceback = value, value.__traceback__
            raise value

    def _ready(self):
        if not self._results:
            return None
        first = min(self._states)
        if first in self._results:
            return first
        # Without order, a failure still waits until all steps before it are there.
        done = [ticket for ticket, (kind, _) in self._results.items() if kind == "batch"]
        return None if self._ordered or not done else min(done)

    def state(self):
        with self._changed:
            return self._states[min(self._states)] if self._states else self._source.state()

    def stop(self, patience):
        """Ends drawing and waits for running transforms, at most ``patience`` seconds."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self._source.stop()
        limit = time.monotonic() + patience
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, limit - time.monotonic()))
        with self._changed:
            self._results.clear()


def _wishes(transform):
    """Which of ``rng`` and ``step`` the transform has parameters for."""
    try:
        parameters = inspect.signature(transform).parameters.values()
    except (TypeError, ValueError):  # some built-in functions have no signature
        return frozenset()
    named = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    return frozenset(named & {"rng", "step"})
