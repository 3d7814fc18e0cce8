"""Data sets of several stores under one manifest: what many writers made together."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Dict, List, Union

from . import _core
from ._sets import open_set
from ._stores import DenseStore, RaggedStore
from ._transfer import open_store
from .errors import BadFormat, StoreNotFound, WrongKind

MANIFEST = "manifest.json"
_FORMAT = "zrecord-shards"


class Shards(Dict[str, List[Union[DenseStore, RaggedStore]]]):
    """``{name: [store of shard 0, store of shard 1, …]}``; goes into DataLoader as it is, which reads the stores of a stream as one
    sequence. Made by open_shards()."""

    def __init__(self, streams):
        super().__init__(streams)

    @property
    def records(self) -> int:
        """Records of all shards together."""
        return sum(map(len, next(iter(self.values()))))

    def close(self) -> None:
        """Closes every store."""
        for stores in self.values():
            for store in stores:
                store.close()

    def __enter__(self) -> Shards:
        return self

    def __exit__(self, kind, error, traceback):
        self.close()


def write_manifest(folder, shards) -> None:
    """Joins sets that stand in ``folder``: ``shards`` are pairs of a subfolder's name and its number of records, in the order in
    which their records count. Replaces a manifest in one step."""
    folder = Path(folder)
    content = {"format": _FORMAT, "version": 1, "records": sum(records for _, records in shards),
               "shards": [{"folder": str(name), "records": int(records)} for name, records in shards]}
    fresh = folder / (MANIFEST + ".new")
    with open(fresh, "w", encoding="utf-8") as out:
        json.dump(content, out, indent=1)
        out.write("\n")
        out.flush()
        os.fsync(out.fileno())
    fresh.rename(folder / MANIFEST)


def parts_of(source) -> list[tuple[Path, int]]:
    """(path, records) of the stores or sets that a path stands for, one after the other: a store, a set, shards under a manifest, or
    a list of any of these. Opens none for longer than it takes."""
    if not isinstance(source, (str, os.PathLike)):
        return [part for path in source for part in parts_of(path)]
    path = Path(source).absolute()
    manifest = path / MANIFEST
    if manifest.exists():
        try:
            content = json.loads(manifest.read_text(encoding="utf-8"))
            if content["format"] != _FORMAT or content["version"] != 1:
                raise ValueError(f"it is of format {content['format']!r}, version {content['version']}")
            return [(path / shard["folder"], int(shard["records"])) for shard in content["shards"]]
        except (ValueError, KeyError, TypeError) as error:
            raise BadFormat(f"{manifest} is no manifest of shards: {error}") from error
    if _core.looks_like_store(path):
        with open_store(path) as store:
            return [(path, len(store))]
    if not path.is_dir():
        raise StoreNotFound(f"{path} is no store, no set and no folder of shards")
    with open_set(path) as streams:
        if (fault := streams.difference()) is not None:
            raise WrongKind(f"{path}: {fault}")
        return [(path, streams.records)]


def open_part(path, records: int | None = None) -> dict:
    """``{name: store}`` of a store, under the name "records", or of a set."""
    opened = {"records": open_store(path)} if _core.looks_like_store(Path(path)) else open_set(path)
    lengths = {name: len(store) for name, store in opened.items()}
    if records is not None and set(lengths.values()) != {records}:
        for store in opened.values():
            store.close()
        raise WrongKind(f"{path} should have {records} records, and has {lengths}")
    return opened


def open_shards(source) -> Shards:
    """Opens for reading what a manifest joins (or a set, or a list of sets): ``{name: [stores]}``, for DataLoader.

    Raises WrongKind when a shard has other streams than the first, or other lengths than the manifest says.
    """
    streams: dict[str, list] = {}
    opened: list = []
    try:
        for number, (path, records) in enumerate(parts_of(source)):
            part = open_part(path, records)
            opened += part.values()
            if number and set(part) != set(streams):
                raise WrongKind(f"{path} has the streams {sorted(part)}, and the first shard has {sorted(streams)}")
            for name, store in part.items():
                streams.setdefault(name, []).append(store)
        if not streams:
            raise StoreNotFound(f"{source} holds no shard")
        return Shards(streams)
    except BaseException:
        for store in opened:
            store.close()
        raise
