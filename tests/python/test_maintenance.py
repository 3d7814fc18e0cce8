"""check, repair, salvage and backup: the library's own, through Python."""
import datetime
import os
import pathlib
import time

import numpy as np
import pytest
from conftest import smooth

import zrecord
from zrecord import DenseStore, RaggedStore, open_set


@pytest.fixture
def damaged():
    """40 records; the chunk ends inside record 30."""
    records = smooth(40, (16, 16))
    with DenseStore("s", "u1", (16, 16), "raw") as store:
        store.append(records)
    os.truncate("s/0.chunk", 30 * 256 + 10)
    return records


def test_check(damaged):
    report = zrecord.check("s")
    assert not report and report.issue_count > 0 and any(issue.record == 30 or issue.file == "0.chunk" for issue in report.issues)
    with DenseStore("good", "i8", ()) as store:
        store.append(np.arange(5))
        with pytest.raises(BlockingIOError):
            zrecord.check("good")
    seen = []
    report = zrecord.check("good", progress=lambda *what: seen.append(what))
    assert report and report.clean and report.records_checked == 5
    with pytest.raises(FileNotFoundError):
        zrecord.check("nothing")


def test_repair(damaged):
    before = {path: path.read_bytes() for path in pathlib.Path("s").iterdir() if path.is_file()}
    plan = zrecord.repair("s", plan=True)
    assert not plan.nothing_to_do and plan.streams[0].steps and plan.streams[0].saved is None
    assert {path: path.read_bytes() for path in pathlib.Path("s").iterdir() if path.is_file()} == before, "a plan changes nothing"
    done = zrecord.repair("s", remove_damaged=True)
    assert done.streams[0].records_before == 40 and done.streams[0].records_after == 30 and done.streams[0].saved.exists()
    with DenseStore("s", mode="r") as store:
        assert np.array_equal(store[:], damaged[:30]) and store.verify()
    assert zrecord.repair("s").nothing_to_do


def test_salvage(damaged):
    done = zrecord.salvage("s", "new")
    assert done.saved == 30 and done.lost == tuple(range(30, 40)) and done.issues
    with DenseStore("new", mode="r") as store:
        assert np.array_equal(store[:], damaged[:30])


def test_backup_of_a_set():
    with DenseStore("set/a", "i8", ()) as a, RaggedStore("set/b", "u1") as b:
        a.append(np.arange(100))
        b.append(b"x" * (1 + i) for i in range(100))
    time.sleep(2.1)  # a file that is not two seconds older than its copy is copied again
    first = zrecord.backup("set", "copy")
    assert set(first) == {"a", "b"} and first["a"]["records"] == 100 and first["a"]["copied_bytes"] > 800
    second = zrecord.backup("set", "copy", verify_kept=True)
    assert second["a"]["copied_bytes"] == 0 and second["a"]["kept_bytes"] == first["a"]["copied_bytes"]
    with open_set("copy") as copy:
        assert copy["a"][:].tolist() == list(range(100)) and len(copy["b"][99]) == 100
    assert zrecord.check("copy")


def test_files_beside_streams_are_backed_up():
    with DenseStore("set/label", "u1", ()) as store:
        store.append(np.arange(4, dtype="u1"))
    pathlib.Path("set/label.names.txt").write_text("cat\ndog\n")
    pathlib.Path("set.tags.json").write_text("{}")
    zrecord.backup("set", "copy")
    assert pathlib.Path("copy/label.names.txt").read_text() == "cat\ndog\n" and pathlib.Path("copy.tags.json").read_text() == "{}"
    pathlib.Path("other.tags.json").write_text("mine")
    with pytest.raises(FileExistsError, match="other.tags.json"):
        zrecord.backup("set", "other")


def test_checksums():
    with DenseStore("s", "u1", (64,), "raw") as store:
        store.append(np.arange(640, dtype="u1").reshape(10, 64))
    with DenseStore("set/a", "i8", ()) as store:
        store.append(np.arange(7))
    first = zrecord.check("s", write_sums=True)
    assert first and first.sums_noted >= 10 and first.notes == ()
    again = zrecord.check("s", write_sums=True)
    assert again and again.sums_compared >= 10 and again.sums_noted == 0, "what is noted is compared, not noted again"
    assert zrecord.check("set", write_sums=True).sums_noted == 7
    content = pathlib.Path("s/0.chunk").read_bytes()
    pathlib.Path("s/0.chunk").write_bytes(content[:200] + bytes([content[200] ^ 1]) + content[201:])
    report = zrecord.check("s")
    assert [(issue.kind, issue.record) for issue in report.issues] == [("checksum_mismatch", 3)], "raw data has nothing else to be wrong"
    assert zrecord.check("s", renew_sums=True) and zrecord.check("s"), "the bytes as they are now"
    for options in ({"decode": False}, {"state": "state"}):
        with pytest.raises(ValueError):
            zrecord.check("s", write_sums=True, **options)
    with DenseStore("s", mode="r"), pytest.raises(BlockingIOError):
        zrecord.check("s", write_sums=True)


def test_undo():
    with DenseStore("numbers", "i8", ()) as store:
        store.append(np.arange(100))
        assert store.undoable == ()
        with pytest.raises(FileNotFoundError):
            store.undo()
        store.delete([3, 50, 99])
        store.delete(slice(0, 10))
        before = datetime.datetime.now(datetime.timezone.utc)
        assert [(one.records, abs(before - one.when) < datetime.timedelta(minutes=5)) for one in store.undoable] == [(10, True), (3, True)]
    # Also by a later session, one after the other.
    with DenseStore("numbers", mode="r+") as store:
        places = store[:]
        back = store.undo()
        assert back.records.tolist() == list(range(10)) and len(store) == 97
        # The moves lead every record that was there all along to its place.
        follow = np.arange(len(places))
        follow[back.moves[:, 0].astype(int)] = back.moves[:, 1]
        assert np.array_equal(store[follow], places)
        store.undo()
        assert np.array_equal(store[:], np.arange(100)) and store.undoable == () and store.verify()
        store.delete([1])
        store.compact()
        assert store.undoable == ()
    with DenseStore("numbers", mode="r") as store, pytest.raises(PermissionError):
        store.undo()


@pytest.fixture
def pairs():
    """A set of two streams that say the same; closed."""
    with DenseStore("set/a", "i8", ()) as a, RaggedStore("set/b", "u1") as b:
        a.append(np.arange(40))
        b.append(bytes([i]) * (1 + i % 3) for i in range(40))


def records_of(streams):
    numbers = streams["a"][:].tolist()
    assert [int(text[0]) for text in streams["b"][:]] == numbers, "a record of one stream stands beside another's"
    return numbers


def test_sets_change_as_one(pairs):
    with open_set("set", "r+") as streams:
        streams.delete([0, -1])
        assert records_of(streams) == [38, *range(1, 38)]
        streams.delete(np.arange(5))
        assert [one.records for one in streams.undoable] == [5, 2]
    with open_set("set", "r+") as streams:
        assert streams.undo().records.tolist() == [0, 1, 2, 3, 4]
        assert records_of(streams) == [38, *range(1, 38)]
        streams.undo()
        assert records_of(streams) == list(range(40)) and streams.undoable == ()
        # Nothing happens to one stream alone.
        with pytest.raises(IndexError):
            streams.delete([3, 40])
        assert records_of(streams) == list(range(40))
        streams.delete([7])
        done = streams.compact()
        assert list(done) == ["a", "b"] and all(one["after"]["reclaimable"] == 0 for one in done.values())
        assert streams.undoable == () and 7 not in records_of(streams)
        # A stream that was changed by itself has no delete in common with the others any more.
        streams.delete([3])
        streams["a"].undo()
        with pytest.raises(FileNotFoundError):
            streams.undo()
        with pytest.raises(ValueError, match="'b' has 38 records, and 'a' has 39"):
            streams.delete([0])
        streams["b"].undo()
    with open_set("set") as streams, pytest.raises(PermissionError):
        streams.delete([0])
    assert sorted(os.listdir("set")) == ["a", "b"] and zrecord.check("set")


def test_transactions(pairs):
    with open_set("set", "r+") as streams:
        with streams.transaction() as change:
            change.delete(0)
            change.delete([-1, 0])
            change.delete(streams["a"][:] == 7)
            assert change.records.tolist() == [0, 7, 39] and streams.records == 40, "nothing is removed yet"
        assert records_of(streams) == [37, *range(1, 7), 38, *range(8, 37)] and streams.undoable[0].records == 3
        streams.undo()
        with pytest.raises(KeyError):
            with streams.transaction() as change:
                change.delete(0)
                raise KeyError
        assert records_of(streams) == list(range(40))
        with streams.transaction() as change:
            with pytest.raises(IndexError, match="40"):
                change.delete(40)
            with pytest.raises(TypeError):
                change.delete(1.5)
        with streams.transaction():
            pass
        assert records_of(streams) == list(range(40)) and streams.undoable == ()
        with pytest.raises(ValueError, match="ended"):
            change.delete(1)
        with pytest.raises(ValueError, match="do not hold"):
            with streams.transaction() as change:
                change.delete(3)
                streams.delete(0)
        assert records_of(streams) == [39, *range(1, 39)]
    with DenseStore("set/a") as store:
        with store.transaction() as change:
            change.delete(slice(0, 10))
            store.append(np.arange(100, 102))  # appends move nothing
        assert store[:].tolist()[10:12] == [10, 11] and len(store) == 31
        with pytest.raises(ValueError, match="do not hold"):
            with store.transaction() as change:
                change.delete(3)
                store.delete(0)
    with open_set("set") as streams, pytest.raises(ValueError, match="records"):
        streams.transaction()


def test_an_error_in_one_stream_changes_none(pairs):
    os.mkdir("elsewhere")
    with DenseStore("elsewhere/c", "i8", ()) as stranger:
        stranger.append(np.arange(40))
    with open_set("set", "r+") as streams, DenseStore("elsewhere/c", mode="r+") as stranger:
        streams["c"] = stranger
        with pytest.raises(ValueError, match="one folder"):
            streams.delete([0])
        assert len(stranger) == 40 and records_of(streams) == list(range(40))
        streams["c"] = streams["a"]
        with pytest.raises(ValueError, match="twice"):
            streams.delete([0])
        del streams["c"]
        # A folder in place of the side folder's journal: the second stream cannot be prepared.
        os.makedirs("set/b/.zrx/journal.tmp/x")
        with pytest.raises(OSError):
            streams.delete([0])
        assert records_of(streams) == list(range(40))
