"""Several sets under one manifest, read as one sequence."""
import json
import pathlib

import numpy as np
import pytest

import zrecord
from zrecord import DataLoader, DenseStore, RaggedStore


@pytest.fixture
def shards():
    begin = 0
    parts = []
    for number, count in enumerate((5, 1, 40)):
        with DenseStore(f"all/s{number}/n", "i8", ()) as n, RaggedStore(f"all/s{number}/t", "u1") as t:
            n.append(np.arange(begin, begin + count))
            t.append(b"x" * (1 + i % 7) for i in range(begin, begin + count))
        parts.append((f"s{number}", count))
        begin += count
    zrecord.write_manifest("all", parts)
    return parts


def test_one_sequence(shards):
    with zrecord.open_shards("all") as opened:
        assert opened.records == 46 and list(opened) == ["n", "t"] and [len(store) for store in opened["n"]] == [5, 1, 40]
        with DataLoader(opened, batch_size=46, order="stored") as loader:
            batch = next(loader)
            assert batch["n"].tolist() == list(range(46)) and [len(t) for t in batch["t"]] == [1 + i % 7 for i in range(46)]
        with DenseStore("one", "i8", ()) as one:
            one.append(np.arange(46))
            for order in ("shuffled", "local", "independent"):
                with DataLoader(opened, batch_size=7, order=order) as many, DataLoader({"n": one}, batch_size=7, order=order) as single:
                    assert all(next(many)["n"].tolist() == next(single)["n"].tolist() for _ in range(30))
        with DataLoader(opened, batch_size=8, order="shuffled", mix=(1, 1, 2)) as loader:
            assert [(next(loader)["n"] < 5).sum() for _ in range(5)] == [2] * 5
    with zrecord.open_shards(["all/s2", "all/s0"]) as opened:
        assert opened["n"][1][0] == 0 and opened.records == 45
    with zrecord.open_shards("all/s0/n") as opened:
        assert list(opened) == ["records"]


def test_refused(shards):
    with pytest.raises(FileNotFoundError):
        zrecord.open_shards("nowhere")
    zrecord.write_manifest("all", [("s0", 5), ("s1", 2)])
    with pytest.raises(ValueError, match="should have 2 records"):
        zrecord.open_shards("all")
    zrecord.write_manifest("all", [])
    with pytest.raises(FileNotFoundError, match="no shard"):
        zrecord.open_shards("all")
    zrecord.write_manifest("all", [("s0", 5), ("gone", 2)])
    with pytest.raises(FileNotFoundError):
        zrecord.open_shards("all")
    with DenseStore("all/odd/n", "i8", ()) as store:
        store.append(np.zeros(3, "i8"))
    zrecord.write_manifest("all", [("s0", 5), ("odd", 3)])
    with pytest.raises(ValueError, match="first shard has"):
        zrecord.open_shards("all")
    manifest = pathlib.Path("all/manifest.json")
    for content in ("", "{}", "[]", json.dumps({"format": "zrecord-shards", "version": 2, "shards": []}), '{"format": "zrecord-shards", "version": 1}'):
        manifest.write_text(content)
        with pytest.raises(ValueError, match="no manifest"):
            zrecord.open_shards("all")
    with DenseStore("all/s0/n", mode="r+"):
        pass  # nothing was left locked
