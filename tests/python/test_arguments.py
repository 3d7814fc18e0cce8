"""What calls refuse: always an error of this package that is also the built-in one, has a code, and speaks of the caller's names."""
import sys
import types

import numpy as np
import pytest

import zrecord
from zrecord import DataLoader, DenseStore, RaggedStore, ZrecordError, orders


def refused(builtin, match, call, *arguments, **options):
    with pytest.raises(builtin, match=match) as caught:
        call(*arguments, **options)
    error = caught.value
    assert isinstance(error, ZrecordError) and isinstance(error.code, int) and error.remedy, repr(error)
    text = str(error)
    assert "incompatible function arguments" not in text and "(): " not in text and "bad_cast" not in text, text


@pytest.mark.parametrize("option, allowed", [("split", "strided"), ("remainder", "wrap"), ("on_corrupt", "replace"), ("cycle_end", "keep")])
def test_loader_options_are_texts(dense, option, allowed):
    more = {"order": "stored"} if option == "cycle_end" else {}
    for wrong in (3, b"x", *(() if option == "cycle_end" else (None,))):
        refused(TypeError, f"{option} is one of .*'{allowed}'", DataLoader, {"x": dense}, **{option: wrong}, **more)
    refused(ValueError, f"{option} 'nope' is unknown; .*'{allowed}'", DataLoader, {"x": dense}, **{option: "nope"}, **more)


def test_other_options_of_a_loader(dense):
    refused(TypeError, "only takes records .* not 5", DataLoader, {"x": dense}, order="stored", only=5)
    refused(TypeError, "order is one of", DataLoader, {"x": dense}, order=5)
    refused(TypeError, "mode", DataLoader, {"x": dense}, mode=1.5)
    refused(TypeError, "mode", DataLoader, {"x": dense}, mode=None)
    refused(ValueError, "mode 7", DataLoader, {"x": dense}, mode=7)
    refused(ValueError, "threads counts from 1", DataLoader, {"x": dense}, threads=0)
    refused(TypeError, "transform", DataLoader, {"x": dense}, transform=3)
    refused(TypeError, "num_workers", DataLoader, {"x": dense}, num_workers="4")
    refused(TypeError, "DenseStore", DataLoader, {"x": [1]})
    refused(TypeError, "give .'dense': store", DataLoader, dense)
    refused(TypeError, "open_set.'dense'", DataLoader, "dense")
    refused(TypeError, "not 5", DataLoader, 5)
    refused(TypeError, "not on 5", zrecord.train_dict, 5)
    refused(TypeError, "cycle_end is one of", zrecord.BatchSampler, orders.stored(4), cycle_end=3)


@pytest.mark.parametrize("mode", [2, np.int64(2), np.uint8(2), "cyclic"])
def test_modes(dense, mode):
    with DataLoader({"x": dense}, mode=mode, batch_size=8, seed=5) as loader, DataLoader({"x": dense}, batch_size=8, seed=5) as expected:
        assert np.array_equal(next(loader)["x"], next(expected)["x"])


def test_stores(dense, ragged, images):
    refused(TypeError, "codec is one of 'raw'", DenseStore, "new", "u1", (), 3)
    refused(ValueError, "codec 'zip'", DenseStore, "new", "u1", (), "zip")
    refused(TypeError, "mode is one of", DenseStore, "new", "u1", (), mode=3)
    refused(TypeError, "dict_bytes is bytes", DenseStore, "new", "u1", (), "zstd_dict", 3)
    refused(TypeError, "level", DenseStore, "new", "u1", (), level="3")
    refused(TypeError, "tune", DenseStore, "new", "u1", (), "zstd_dict", b"x", tune=3)
    refused(ValueError, "dtype", dense.append, None)
    refused(TypeError, "iterable", ragged.append, None)
    refused(TypeError, "iterable", ragged.append, 5)
    for store in (dense, ragged):
        refused(ValueError, "threads is -1", store.gather, [0], threads=-1)
        refused(ValueError, "threads counts from 1", store.gather, [0], threads=0)
        refused(TypeError, "threads is an integer", store.gather, [0], threads=1.5)
        refused(ValueError, "max_issues is -1", store.verify, max_issues=-1)
        assert store.verify(decode=1)
    refused(ValueError, "threads", ragged.gather_packed, [0], threads=-1)
    refused(TypeError, "codec", dense.recode, "copy", 3)
    refused(ValueError, "max_issues", zrecord.check, "dense", max_issues=-1)
    refused(TypeError, "tier", zrecord.train_dict, images, 3)
    refused(TypeError, "format is text", zrecord.from_file, "x", "y", 3)
    refused(TypeError, "codec", zrecord.from_npy, "x", "y", codec=3)
    refused(TypeError, "store is a DenseStore", zrecord.to_npy, 3, "x.npy")
    assert not any(__import__("pathlib").Path(name).exists() for name in ("new", "copy", "x", "y"))


def test_indices(dense, images):
    for mask in (np.ones(63, bool), [True] * 65, np.ones((8, 8), bool), np.zeros((2, 2), int)):
        refused(IndexError, "mask|axis", dense.__getitem__, mask)
    for index in (1.5, None, "a", True, [True, 1], np.array([1.0])):
        refused(TypeError, "index|records are chosen|arrays that choose|bool", dense.__getitem__, index)
    for out in (np.empty((2, 3, 8), "f8"), np.empty((3, 3, 8), "f4"), np.empty((2, 8, 3), "f4").transpose(0, 2, 1)):
        refused(ValueError, "out ", dense.gather, [0, 1], out=out)
    refused(TypeError, "out must be", dense.gather, [0, 1], out=[1])


# ---- progress -------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def bars(monkeypatch):
    """A stand-in for tqdm that notes what was shown: {stage: (done, total, closed)}."""
    shown = {}

    class Bar:
        def __init__(self, total=None, desc="", **_):
            self.n, self.total, self.desc = 0, total, desc

        def update(self, more):
            self.n += more

        def close(self):
            shown[self.desc] = (self.n, self.total)

    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))
    return shown


def long_operations(dense):
    np.save("in.npy", dense[:])
    np.savez("in.npz", a=dense[:])
    dense.delete([0])
    return {
        "from_npy": lambda p: zrecord.from_npy("in.npy", "a", progress=p).close(), "from_npz": lambda p: zrecord.from_npz("in.npz", "b", progress=p).close(),
        "from_file": lambda p: zrecord.from_file("in.npy", "c", progress=p).close(), "append_file": lambda p: zrecord.append_file(dense, "in.npy", progress=p),
        "to_npy": lambda p: zrecord.to_npy(dense, "o.npy", progress=p), "to_npz": lambda p: zrecord.to_npz(dense, "o.npz", progress=p),
        "verify": lambda p: dense.verify(progress=p), "copy_to": lambda p: dense.copy_to("d", progress=p),
        "recode": lambda p: dense.recode("e", "raw", progress=p), "compact": lambda p: dense.compact(progress=p),
        "tfrecord": lambda p: zrecord.to_tfrecord(dense, "o.tfrecord", progress=p),
        "check": lambda p: zrecord.check("a", progress=p), "salvage": lambda p: zrecord.salvage("a", "f", progress=p),
        "backup": lambda p: zrecord.backup("a", "g", progress=p), "repair": lambda p: zrecord.repair("a", progress=p),
    }


def test_progress_may_be_true_everywhere(dense, bars):
    for name, operation in long_operations(dense).items():
        bars.clear()
        operation(True)
        for stage, (done, total) in bars.items():
            assert stage and (total is None or done <= total), (name, stage)
        if name in ("from_npy", "to_npy", "copy_to", "tfrecord", "verify"):
            assert bars, name


def test_progress_without_tqdm(dense, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    for operation in long_operations(dense).values():
        operation(True)


def test_progress_of_another_kind(dense):
    told = []
    assert dense.verify(progress=lambda *news: told.append(news)) and dense.verify(progress=False)
    refused(TypeError, "progress is a function", dense.verify, progress=3)
    refused(TypeError, "progress is a function", zrecord.to_tfrecord, dense, "x.tfrecord", progress="bar")


def test_large_batches_of_numbers_let_others_run():
    """A batch, a mask and a subset large enough that others may run meanwhile are the same as in small pieces."""
    length = 1 << 17
    big = zrecord.Sampler(length, 1 << 16, 2, 3)
    small = zrecord.Sampler(length, 1 << 10, 2, 3)
    assert np.array_equal(next(big), np.concatenate([next(small) for _ in range(64)]))
    chosen = np.arange(length)[::-1].copy()
    order = orders.subset(orders.stored(length), chosen, length)
    assert np.array_equal(order.indices(0, 0, length), chosen)
    chosen[-1] = length
    refused(IndexError, f"index {length} ", orders.subset, orders.stored(length), chosen, length)


def test_ragged_is_no_text(ragged):
    refused(TypeError, "iterable of records", ragged.append, "text")
    assert isinstance(ragged, RaggedStore)
