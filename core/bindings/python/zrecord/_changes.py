"""What deletes leave that can be undone, and what undoing them does."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import NamedTuple

import numpy as np


class UndoableDelete(NamedTuple):
    """A delete that undo() would take back."""

    records: int    #: that it removed
    when: datetime  #: UTC

    @classmethod
    def rows(cls, rows) -> tuple[UndoableDelete, ...]:
        return tuple(cls(records, datetime.fromtimestamp(seconds, timezone.utc)) for records, seconds in rows)


class Restored(NamedTuple):
    """What undo() did: every record is where it was before the delete."""

    records: np.ndarray  #: the ones that came back, ascending; deleting them again is the redo
    moves: np.ndarray    #: n × 2: records that were there all along, from where to where; all at once

    @classmethod
    def of(cls, records, before, moves) -> Restored:
        return cls(records, moves.reshape(-1, 2))
