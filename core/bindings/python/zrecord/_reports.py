"""Values that operations give back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

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
    sums_compared: int = 0          #: records whose stored bytes were compared with a checksum that was noted of them
    sums_noted: int = 0             #: records of which check(write_sums=True) noted one
    notes: tuple[str, ...] = ()     #: sentences about the checksums or the state file, such as why none were noted

    @property
    def clean(self) -> bool:
        """No finding at all."""
        return self.issue_count == 0

    def __bool__(self) -> bool:
        return self.clean


def summary(source: Any) -> Any:
    """What a store, or every stream of ``{name: store}``, holds: one row each with ``kind``, ``records``, ``dtype``, ``item_shape``, ``codec``,
    ``plain_bytes`` (in memory), ``live_bytes`` (stored), ``ratio`` of the two, and ``reclaimable``. A ``pandas.DataFrame`` where pandas is
    installed, else a list of dicts. Reads tables, no record.

    >>> from zrecord import DenseStore
    >>> store = DenseStore("numbers", "int64", (), "raw")
    >>> store.append(np.arange(4))
    0
    >>> rows = summary(store)
    >>> rows = rows if isinstance(rows, list) else rows.reset_index().to_dict("records")
    >>> rows[0]["records"], rows[0]["plain_bytes"], rows[0]["ratio"]
    (4, 32, 1.0)
    >>> store.close()
    """
    streams = source if isinstance(source, dict) else {source.path.name: source}
    rows = []
    for name, store in streams.items():
        stats = store.stats()
        rows.append({"stream": name, "kind": store._kind, "records": stats["records"], "dtype": str(store.dtype),
                     "item_shape": None if store._ragged else store.item_shape, "codec": store.codec, "plain_bytes": stats["plain_bytes"],
                     "live_bytes": stats["live_bytes"], "ratio": stats["plain_bytes"] / stats["live_bytes"] if stats["live_bytes"] else 1.0,
                     "reclaimable": stats["reclaimable"]})
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows).set_index("stream")
