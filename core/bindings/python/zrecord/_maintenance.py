"""Checking, repairing and backing up stores and sets that nobody has open for writing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from . import _core
from ._arguments import count
from ._progress import told
from ._reports import StoreIssue, VerifyReport


class StreamIssue(NamedTuple):
    """A finding, and the stream of a set that it is in ("" for a store, and for what lies between streams)."""

    stream: str
    issue: StoreIssue


class RepairStep(NamedTuple):
    """One thing that a repair does."""

    action: str               #: stable text: "lower_length", "remove_doubled", …
    text: str                 #: one sentence
    records: tuple[int, ...]  #: records that are taken out


@dataclass(frozen=True)
class StreamRepair:
    """What a repair does, or has done, to one store."""

    stream: str                       #: "" for a store by itself
    steps: tuple[RepairStep, ...]     #: none: nothing to repair
    remaining: tuple[StreamIssue, ...]  #: what stays damaged
    blocked: str | None               #: why it cannot be opened even after the steps
    records_before: int
    records_after: int
    saved: Path | None                #: what was changed, as it was before


@dataclass(frozen=True)
class RepairReport:
    """What repair() has done, or would do."""

    streams: tuple[StreamRepair, ...]
    removed: tuple[int, ...]  #: of a set: records that were taken out of every stream
    blocked: str | None       #: of a set: why it is not known which records belong together

    @property
    def nothing_to_do(self) -> bool:
        """True for a sound store."""
        return self.blocked is None and all(not part.steps and not part.remaining and part.blocked is None for part in self.streams)


@dataclass(frozen=True)
class SalvageReport:
    """What salvage() could read."""

    saved: int
    lost: tuple[int, ...]            #: records of the source that the new store lacks
    issues: tuple[StreamIssue, ...]  #: why


def _issues(rows) -> tuple[StreamIssue, ...]:
    return tuple(StreamIssue(stream, StoreIssue(*facts)) for stream, *facts in rows)


def check(path, *, decode: bool = True, max_issues: int = 10_000, state=None, write_sums: bool = False, renew_sums: bool = False,
          progress=None) -> VerifyReport:
    """Checks everything about a store or a set, also one that cannot be opened, and changes no record. Readers may go on.

    ``state``       a file: a check that was interrupted goes on there
    ``write_sums``  notes a checksum of the stored bytes of every record that has none, in the store's side folder; later checks compare
    ``renew_sums``  notes them of every record anew, comparing none: after another program compacted the store

    Messages of a set begin with the stream. Raises StoreBusy while a writer has it open; ValueError for checksums together with ``state``,
    or without ``decode``.

    >>> from zrecord import DenseStore
    >>> with DenseStore("numbers", "int64", ()) as store:
    ...     _ = store.append(np.arange(4))
    >>> bool(check("numbers"))
    True
    >>> check("numbers", write_sums=True).sums_noted, check("numbers").sums_compared
    (4, 4)
    """
    noting = 2 if renew_sums else int(bool(write_sums))
    with told(progress) as tell:
        records, size, total, rows, compared, noted, notes = _core.check(
            Path(path), bool(decode), count("max_issues", max_issues), "" if state is None else Path(state), noting, tell)
    found = tuple(issue if not stream else StoreIssue(issue.severity, issue.kind, f"{stream}: {issue.message}", issue.file, issue.offset,
                                                      issue.record) for stream, issue in _issues(rows))
    return VerifyReport(records, size, total, found, compared, noted,
                        tuple(f"{stream}: {note}" if stream else note for stream, note in notes))


def repair(path, *, plan: bool = False, remove_damaged: bool = False, progress=None) -> RepairReport:
    """Repairs a store or a set as far as that is possible without guessing; what is changed is saved before, in the store's side folder.

    ``plan``            only say what would be done
    ``remove_damaged``  take out records whose bytes are lost even where others stand behind them
    """
    with told(progress) as tell:
        rows, removed, blocked = _core.repair(Path(path), not plan, bool(remove_damaged), tell)
    streams = tuple(StreamRepair(stream, tuple(RepairStep(action, text, tuple(records)) for action, text, records in steps), _issues(remaining),
                                 stopped, before, after, saved if str(saved) not in ("", ".") else None)
                    for stream, steps, remaining, stopped, before, after, saved in rows)
    return RepairReport(streams, tuple(removed), blocked)


def salvage(source, target, *, progress=None) -> SalvageReport:
    """Copies every record that can be read, of a store or a set that may not even open, into a new one."""
    with told(progress) as tell:
        saved, lost, rows = _core.salvage(Path(source), Path(target), tell)
    return SalvageReport(saved, tuple(lost), _issues(rows))


def backup(source, target, *, verify_kept: bool = False, progress=None) -> dict[str, dict[str, int]]:
    """Makes ``target`` a consistent copy of a store or a set, in one step; files that have not changed since the backup before are kept.
    Returns ``{stream: {"records", "copied_bytes", "kept_bytes"}}``; the stream of a store is ""."""
    with told(progress) as tell:
        rows = _core.backup(Path(source), Path(target), bool(verify_kept), tell)
    return {stream: {"records": records, "copied_bytes": copied, "kept_bytes": kept} for stream, records, copied, kept in rows}
