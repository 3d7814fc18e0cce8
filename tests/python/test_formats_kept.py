"""What other formats keep of a set: types, shapes, options of an interrupted import, and how much is in memory at once."""
import io
import json
import os
import pathlib
import tarfile

import numpy as np
import pytest

import zrecord
from zrecord import DenseStore, RaggedStore, ZrecordError, open_set
from zrecord.formats import _streams, samples

EVERY_TYPE = {
    "points": np.arange(24, dtype="f4").reshape(4, 2, 3), "wide": np.arange(8, dtype=">i4").reshape(4, 2), "scalar": np.array([3, 1, 4, 1], "i2"),
    "huge": np.array([0, 2**63, 2**64 - 1, 5], "u8"), "text": np.array(["a", "", "abcde", "bc"], "U5"), "name": np.array([b"a", b"", b"abcde", b"b"], "S5"),
    "flag": np.array([True, False, True, True]), "when": np.array([0, 1, 2, 3], "M8[s]"), "one": np.ones((4, 1), "f8"),
    "pair": np.array([(1, 2.5)] * 4, [("a", "i4"), ("b", "f8")]), "image": np.arange(16, dtype="u1").reshape(4, 2, 2),
}


def make_set(arrays, ragged=None):
    for name, records in arrays.items():
        with DenseStore(f"set/{name}", records.dtype, records.shape[1:]) as store:
            if len(records):
                store.append(records)
    for name, (dtype, records) in (ragged or {}).items():
        with RaggedStore(f"set/{name}", dtype) as store:
            if records:
                store.append(records)
    return open_set("set")


def test_webdataset_keeps_types_and_shapes():
    ragged = {"bytes": ("u1", [b"a", b"bc", np.zeros((2, 2), "u1"), b"d"]), "numbers": ("i4", [np.arange(n, dtype="i4") for n in (1, 2, 3, 4)])}
    with make_set(EVERY_TYPE, ragged) as streams:
        zrecord.to_webdataset(streams, "a-%d.tar", samples_per_shard=3)
        with zrecord.from_webdataset(["a-0.tar", "a-1.tar"], "back") as back:
            assert back.pop("__key__")[3].tobytes() == b"000000003"
            assert set(back) == set(streams)
            for name, store in streams.items():
                assert type(back[name]) is type(store) and back[name].dtype == store.dtype, name
                if name in EVERY_TYPE:
                    assert back[name].item_shape == store.item_shape and back[name][:].tobytes() == store[:].tobytes(), name
                else:
                    assert [(r.shape, r.tobytes()) for r in back[name]] == [(r.shape, r.tobytes()) for r in store], name


def test_a_shard_that_says_nonsense_is_read_as_any_other():
    for number, noted in enumerate(("no json", '{"x": 3}', '{"x": ["object", null]}', '[["x"]]')):
        with tarfile.open("a.tar", "w", format=tarfile.PAX_FORMAT, pax_headers={"ZRECORD.columns": noted}) as tar:
            member = tarfile.TarInfo("0.cls")
            member.size = 1
            tar.addfile(member, io.BytesIO(b"7"))
        with zrecord.from_webdataset("a.tar", "s", resume=False) as made:
            assert made["cls"][:].tolist() == [7]
        os.rename("s", f"s-{number}")


def test_tfrecord_keeps_shapes_and_widths():
    arrays = {name: records for name, records in EVERY_TYPE.items() if name != "huge"}
    ragged = {"matrix": ("f4", [np.full((n, 2), n, "f4") for n in (1, 2, 3, 4)])}
    with make_set(arrays, ragged) as streams:
        assert zrecord.to_tfrecord(streams, "a.tfrecord") == 4
        with zrecord.from_tfrecord("a.tfrecord", "back") as back:
            assert set(back) == set(streams)
            assert [(r.shape, r.tolist()) for r in back["matrix"]] == [(r.shape, r.tolist()) for r in streams["matrix"]]
            for name, records in arrays.items():
                assert back[name].item_shape == records.shape[1:] and np.array_equal(back[name][:], records), name
                if records.dtype.kind in "USMV":
                    assert back[name].dtype == records.dtype, name
    with DenseStore("huge", "u8", ()) as store, pytest.raises(NotImplementedError, match="64 bits"):
        store.append(EVERY_TYPE["huge"])
        zrecord.to_tfrecord(store, "huge.tfrecord")
    assert not pathlib.Path("huge.tfrecord").exists()


def test_mds_refuses_shapes_that_it_would_lose():
    with RaggedStore("r", "u1") as store:
        store.append([b"abc", np.zeros((2, 3), "u1")])
        with pytest.raises(NotImplementedError, match=r"'records', record 1 .* shape \(2, 3\)"):
            zrecord.to_mds(store, "mds")
        assert not pathlib.Path("mds").exists()
        assert zrecord.to_mds(store, "mds", [0]) == 1


def test_sets_without_records_are_refused_where_nothing_would_say_what_they_were():
    with make_set({"image": np.empty((0,), "u1")}) as streams:
        for export, target in ((zrecord.to_tfrecord, "a.tfrecord"), (zrecord.to_mds, "mds"), (zrecord.to_webdataset, "a-%d.tar"), (zrecord.to_image_folder, "i")):
            with pytest.raises(NotImplementedError, match="no record"):
                export(streams, target)
    assert sorted(os.listdir()) == ["set"]


# ---- resuming -------------------------------------------------------------------------------------------------------------------------


def interrupt(make, *arguments, **options):
    def stop(stage, done, total):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(*arguments, progress=stop, **options)


@pytest.fixture
def shard():
    with make_set({"n": np.arange(40)}, {"t": ("u1", [b"%d" % i for i in range(40)])}) as streams:
        zrecord.to_webdataset(streams, "a-%d.tar", samples_per_shard=100)
        zrecord.to_mds(streams, "mds", shard_bytes=100)
    return "a-0.tar"


def test_other_options_do_not_go_on(shard, monkeypatch):
    monkeypatch.setattr(samples, "BLOCK", 64)
    interrupt(zrecord.from_webdataset, shard, "s", codec="zstd", level=3)
    records = np.zeros((2000, 64), "u1") + np.arange(64, dtype="u1")
    dictionary = zrecord.train_dict(records, "fast")
    for options in ({"codec": "raw"}, {"codec": {"n": "raw"}}, {"level": 9}, {"codec": "zstd_dict", "dict_bytes": dictionary}):
        with pytest.raises(ValueError, match="another codec, dictionary or level; give resume=False"):
            zrecord.from_webdataset(shard, "s", **{"level": 3, **options})
    with zrecord.from_webdataset(shard, "s", level=3) as made:
        assert made["n"][:].tolist() == list(range(40)) and made["n"].codec == "zstd"
    interrupt(zrecord.from_webdataset, shard, "d", codec="zstd_dict", dict_bytes=dictionary)
    with pytest.raises(ValueError, match="another codec, dictionary"):
        zrecord.from_webdataset(shard, "d", codec="zstd_dict", dict_bytes=zrecord.train_dict(records[:, ::-1].copy(), "fast"))
    with zrecord.from_webdataset(shard, "d", codec="raw", resume=False) as made:
        assert made["n"].codec == "raw" and made["n"][:].tolist() == list(range(40))


def test_another_decoder_does_not_go_on(shard, monkeypatch):
    monkeypatch.setattr(samples, "BLOCK", 64)

    def decoder(factor):
        return {"t": lambda content: np.int64(int(content) * factor)}

    interrupt(zrecord.from_webdataset, shard, "s", decode=decoder(2))
    for other in (decoder(3), {"t": lambda content: np.int64(int(content) + 2)}, {"t": int}):
        with pytest.raises(ValueError, match="another source"):
            zrecord.from_webdataset(shard, "s", decode=other)
    with zrecord.from_webdataset(shard, "s", decode=decoder(2)) as made:
        assert made["t"][:].tolist() == list(range(0, 80, 2))


def test_changed_files_do_not_go_on(shard, monkeypatch):
    interrupt(zrecord.from_mds, "mds", "m")
    last = sorted(pathlib.Path("mds").glob("shard.*"))[-1]
    facts = last.stat()
    os.utime(last, ns=(facts.st_atime_ns, facts.st_mtime_ns + 10**9))
    with pytest.raises(ValueError, match="another source"):
        zrecord.from_mds("mds", "m")
    for name in ("a", "b"):
        pathlib.Path("images", name).mkdir(parents=True)
        pathlib.Path("images", name, "1.png").write_bytes(name.encode() * 10)
    interrupt(zrecord.from_image_folder, "images", "i")
    # The same number of files, the same bytes together.
    pathlib.Path("images/a/1.png").write_bytes(b"a" * 9)
    pathlib.Path("images/b/1.png").write_bytes(b"b" * 11)
    with pytest.raises(ValueError, match="another source"):
        zrecord.from_image_folder("images", "i")
    with zrecord.from_image_folder("images", "i", resume=False) as made:
        assert [len(record) for record in made["image"]] == [9, 11]


def test_options_for_streams_that_are_not_there(shard):
    with pytest.raises(ValueError, match="'label'"):
        zrecord.from_webdataset(shard, "s", codec={"label": "raw"})
    with pytest.raises(ValueError, match="codec 'zip' is unknown"):
        zrecord.from_webdataset(shard, "s", codec="zip")
    assert not list(pathlib.Path().glob(".*"))


# ---- memory ---------------------------------------------------------------------------------------------------------------------------


SIZES = [10] * 300 + [40_000] * 50 + [10] * 100 + [500_000] * 5


@pytest.fixture
def uneven():
    with DenseStore("set/n", "i8", ()) as numbers, RaggedStore("set/t", "u1") as store:
        store.append(np.full(size, i % 251, "u1") for i, size in enumerate(SIZES))
        numbers.append(np.arange(len(SIZES)))
    with open_set("set") as opened:
        yield opened


@pytest.mark.parametrize("indices", [None, slice(None, None, -1), [454, 0, 400] * 50])
def test_blocks_of_an_export_are_bounded(uneven, indices, monkeypatch):
    """Large records far behind small ones."""
    monkeypatch.setattr(_streams, "BLOCK", 100_000)
    blocks = list(_streams.export_blocks(uneven, indices))
    wanted = np.arange(len(SIZES)) if indices is None else np.arange(len(SIZES))[indices]
    assert np.concatenate([block["n"] for block in blocks]).tolist() == wanted.tolist()
    for block in blocks:
        assert len(block["n"]) == len(block["t"])
        assert all(len(record) == SIZES[n] and record[0] == n % 251 for n, record in zip(block["n"], block["t"]))
        assert len(block["n"]) == 1 or sum(record.nbytes for record in block["t"]) + block["n"].nbytes <= 100_000
    assert len(blocks) < len(wanted)


def test_iteration_is_bounded(uneven):
    """What is in use while records come by: a block of 1 MiB, however large the records are behind the first."""
    store, most = uneven["t"], 0
    for i, record in enumerate(store):
        most = max(most, zrecord._core.result_memory()[0])
        assert len(record) == SIZES[i] and record[0] == i % 251
        del record
    assert i == len(SIZES) - 1 and 0 < most <= 3 << 20


def test_iteration_meets_records_that_come_and_go(uneven):
    with RaggedStore("own", "u1") as store:
        store.append([b"a", b"b"])
        seen = []
        for record in store:
            seen.append(record.tobytes())
            if len(seen) == 2:
                store.append([b"c"])
        assert seen == [b"a", b"b", b"c"]


def test_every_format_refuses_with_errors_of_this_package(uneven):
    for make in (zrecord.from_webdataset, zrecord.from_tfrecord, zrecord.from_mds, zrecord.from_image_folder):
        with pytest.raises(FileNotFoundError) as caught:
            make("nope", "s")
        assert isinstance(caught.value, ZrecordError) and caught.value.code == -11
    for indices, builtin in (([9999], IndexError), ([0.5], TypeError)):
        with pytest.raises(builtin) as caught:
            zrecord.to_tfrecord(uneven, "a.tfrecord", indices)
        assert isinstance(caught.value, ZrecordError)


def test_the_note_is_plain(shard, monkeypatch):
    monkeypatch.setattr(samples, "BLOCK", 64)
    interrupt(zrecord.from_webdataset, shard, "s")
    note = json.loads(pathlib.Path(".s.importing/import.json").read_text())
    assert note["options"] == {"__key__": ["zstd", None, None], "n": ["zstd", None, None], "t": ["zstd", None, None]}
