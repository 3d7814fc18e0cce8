"""Folders of stores whose records belong together."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Union

import numpy as np

from . import _core
from ._changes import Restored, UndoableDelete
from ._progress import told
from ._stores import DenseStore, RaggedStore, _Store
from ._transaction import Transaction
from ._transfer import open_store
from .errors import StoreNotFound, WrongKind


class StreamSet(Dict[str, Union[DenseStore, RaggedStore]]):
    """``{name: store}`` of the stores in a folder, in name order; goes into DataLoader as it is. Made by open_set()."""

    path: Path

    def __init__(self, path, streams):
        super().__init__(streams)
        self.path = Path(path)

    @property
    def records(self) -> int:
        """Records that every stream has: the smallest length."""
        return min(map(len, self.values()))

    def difference(self) -> str | None:
        """A sentence that names the first stream of another length; None when all agree."""
        (first, reference), *others = self.items()
        for name, store in others:
            if len(store) != len(reference):
                return f"stream {name!r} has {len(store)} records, and {first!r} has {len(reference)}"
        return None

    def delete(self, indices) -> None:
        """Removes the same records from every stream as one step: a crash or an error at any point leaves every stream as before, or
        every stream as after. undo() takes it back, until an append or a compact.

        Raises ValueError when the streams differ in length, and what DenseStore.delete() raises; then nothing is removed.
        """
        if (fault := self.difference()) is not None:
            raise WrongKind(fault)
        _core.remove_together(list(self.values()), indices)
        self._moved()

    def transaction(self) -> Transaction:
        """Several deletes from every stream as one step, at the end of the ``with``, or none; all indices count as at its beginning. Raises
        ValueError when the streams differ in length."""
        if (fault := self.difference()) is not None:
            raise WrongKind(fault)
        return Transaction(self, list(self.values()))

    def _moved(self) -> None:
        for store in self.values():
            store._moves += 1

    def undo(self, progress=None) -> Restored:
        """Takes the newest delete of the set back as one step, also one of an earlier session. Raises StoreNotFound when there is none, also
        when a stream was changed by itself since."""
        with told(progress) as tell:
            restored = Restored.of(*_core.undo_together(list(self.values()), tell))
        self._moved()
        return restored

    @property
    def undoable(self) -> tuple[UndoableDelete, ...]:
        """What undo() would take back, newest first."""
        return UndoableDelete.rows(_core.undoable_together(list(self.values())))

    def compact(self, progress=None) -> dict[str, dict[str, dict[str, int]]]:
        """Compacts every stream as one step: ``{name: {"before", "after"}}``, the stats as those of DenseStore.compact(). The new files of
        all streams must fit on the disk together. Deletes cannot be undone after it."""
        with told(progress) as tell:
            return dict(zip(self, _core.compact_together(list(self.values()), tell)))

    def gather(self, indices, threads: int | None = None) -> dict[str, np.ndarray | list[np.ndarray]]:
        """``{name: records}`` of all streams at the same indices, like a batch of DataLoader."""
        return {name: store.gather(indices, threads) for name, store in self.items()}

    def close(self) -> None:
        """Closes every stream; the first error is raised after all are closed."""
        faults = []
        for store in self.values():
            try:
                store.close()
            except Exception as fault:
                faults.append(fault)
        if faults:
            raise faults[0]

    def __enter__(self) -> StreamSet:
        return self

    def __exit__(self, kind, error, traceback):
        self.close()

    def __repr__(self) -> str:
        return f"<StreamSet '{self.path}': {', '.join(self)}>"


def open_set(folder, mode: str = "r", *, lock: bool = True) -> StreamSet:
    """Opens every store that stands directly in ``folder``, by name: the streams of a data set.

    ``mode="r"`` for reading, ``"r+"`` for writing. Raises FileNotFoundError when there is none; with ``"r+"`` ValueError when
    the streams differ in length.
    """
    folder = Path(folder)
    names = _core.stream_names(folder)
    if not names:
        raise StoreNotFound(f"{folder} holds no store")
    opened: dict[str, _Store] = {}
    try:
        for name in names:
            opened[name] = open_store(folder / name, mode, lock=lock)
        streams = StreamSet(folder, opened)
        if mode != "r" and (fault := streams.difference()) is not None:
            raise WrongKind(f"{folder}: {fault}")
    except BaseException:
        for store in opened.values():
            store.close()
        raise
    return streams
