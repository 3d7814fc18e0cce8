"""Values that operations give back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class PackedRecords(NamedTuple):
    """Ragged records without an array for each: record i is
    ``values[offsets[i]:offsets[i + 1]].reshape(shapes[shape_offsets[i]:shape_offsets[i + 1]])``."""

    values: np.ndarray         #: all elements, one record after the other
    offsets: np.ndarray        #: n + 1 positions in ``values`` (uint64, elements)
    shapes: np.ndarray         #: all dimensions (uint64)
    shape_offsets: np.ndarray  #: n + 1 positions in ``shapes`` (uint64)


@dataclass(frozen=True)
class StoreIssue:
    """One finding of ``verify``."""

    severity: str        #: "error" or "warning"
    kind: str            #: stable text: "entry_out_of_bounds", "decode_failed", "overlap", …
    message: str         #: one sentence
    file: str            #: "0.loc"
    offset: int          #: bytes from the start of the file
    record: int | None   #: number of the record, where one is concerned


@dataclass(frozen=True)
class VerifyReport:
    """What ``verify`` found. True in a condition when the store is sound."""

    records_checked: int
    bytes_checked: int              #: stored bytes that were decoded
    issue_count: int                #: may exceed ``len(issues)``
    issues: tuple[StoreIssue, ...]

    @property
    def clean(self) -> bool:
        """No finding at all."""
        return self.issue_count == 0

    def __bool__(self) -> bool:
        return self.clean
