"""Several deletes as one step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from .errors import InvalidArgument

if TYPE_CHECKING:
    from ._sets import StreamSet
    from ._stores import _Store


class Transaction:
    """Deletes that are put together and done as one step at the end of a ``with``; made by ``transaction()`` of a store or a set.

    All indices count as they did at its beginning, whatever was put in before. An exception that leaves the ``with`` leaves everything as
    it was.
    """

    def __init__(self, target: _Store | StreamSet, stores: list) -> None:
        self._target, self._stores = target, stores
        self._chosen: list[np.ndarray] = []
        self._before = self._moves()
        self._open = True

    def delete(self, indices: Any) -> None:
        """Puts records in, as for delete() of a store; nothing is removed yet. IndexError and TypeError come at once."""
        if not self._open:
            raise InvalidArgument("the transaction has ended")
        self._chosen.append(_core.resolve_indices(self._stores[0], indices))

    @property
    def records(self) -> np.ndarray:
        """What will be removed, ascending, each once."""
        return np.unique(np.concatenate(self._chosen)) if self._chosen else np.empty(0, np.uint64)

    def _moves(self) -> int:
        return sum(store._moves for store in self._stores)

    def __enter__(self) -> Transaction:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self._open = False
        if kind is not None or not len(records := self.records):
            return
        if self._moves() != self._before:
            raise InvalidArgument("records were deleted or brought back while the transaction was open: its indices do not hold any more, and nothing "
                                  "of it was removed")
        self._target.delete(records)
