"""A program that uses the package, for a type checker; it is never run. Lines that end in `# wrong: CODE` must be refused with that code."""
from __future__ import annotations

from datetime import datetime
from pathlib import Path

import numpy as np
from typing_extensions import assert_type

import zrecord
from zrecord import BatchSampler, DataLoader, DenseStore, RaggedStore, Sampler, open_set, open_shards, open_store, orders, summary, train_dict
from zrecord.errors import CorruptRecord, ZrecordError


def stores() -> None:
    with DenseStore("d", "u1", (2,), codec="zstd", mode="a", level=3) as dense, RaggedStore("r", np.uint8) as ragged:
        assert_type(dense.append(np.zeros((4, 2), "u1")), int)
        assert_type(ragged.append([b"a", b"b"]), int)
        batch: np.ndarray = dense[[0, 1]]
        records: list[np.ndarray] = ragged[[0]]
        one: np.ndarray = ragged[0]
        out: np.ndarray = dense.gather(range(2), threads=1, out=batch)
        dense.delete([0])
        for removal in dense.undoable:
            when: datetime = removal.when
        back: np.ndarray = dense.undo().records
        assert_type(dense.stats(), dict[str, int])
        assert_type(dense.compact()["before"]["records"], int)
        assert_type(dense.verify().clean, bool)
        assert_type(dense.copy_to("x"), int)
        assert_type(dense.recode("y", "zstd_dict", train_dict(dense, "fast")), int)
        for record in ragged:
            assert_type(record.ndim, int)
        values: np.ndarray = ragged.gather_packed([0]).values
        assert_type(dense.item_shape, tuple[int, ...])
        assert_type(dense.path, Path)
        print(records, one, out, when, back, values, dense.dtype, dense.codec, dense.mode, dense.closed, len(dense), dense.has_dict(), dense.dictionary)
        ragged.item_shape  # wrong: attr-defined
        dense.gather([0], thread=1)  # wrong: call-arg
    with open_set("set", "r+") as streams:
        streams.delete([0])
        streams.undo()
        with streams.transaction() as change:
            change.delete([1])
            print(change.records.dtype)
        streams.compact()
        gathered: np.ndarray | list[np.ndarray] = streams.gather([1])["a"]
        assert_type(streams.records, int)
    assert_type(open_store("d"), DenseStore | RaggedStore)
    with open_shards("s") as shards:
        assert_type(shards.records, int)
        assert_type(shards["a"], list[DenseStore | RaggedStore])
    zrecord.write_manifest("s", [("a", 1)])
    print(summary(open_store("d")), gathered)


def loaders(streams: zrecord.StreamSet) -> None:
    with DataLoader(streams, batch_size=4, seed=1, order="shuffled", epochs=1, rank=0, world=1) as loader:
        for batch in loader:
            part: np.ndarray | list[np.ndarray] = batch["a"]
            print(part)
        loader.load_state_dict(loader.state_dict())
        assert_type(loader.step, int)
        assert_type(loader.steps_per_cycle, int)
        for step, record, stream, fault, replacement in loader.issues:
            print(step + record, stream + fault, replacement)
    assert_type(next(DataLoader(streams, transform=lambda batch: len(batch))), int)
    assert_type(next(DataLoader(streams, 4, 16, 4, 2, 42, lambda batch: str(batch))), str)
    DataLoader(streams, batchsize=4)  # wrong: call-overload
    DataLoader(streams, epochs="3")  # wrong: call-overload
    sampler = Sampler(10, 2, Sampler.Mode.CYCLIC, seed=3)
    sampler.seek(3)
    numbers: np.ndarray = sampler.next()
    for indices in BatchSampler(orders.shuffled(10), 4, epochs=1):
        print(indices.dtype, numbers)
    for order in (orders.weighted([1.0, 2.0]), orders.local(100, block=2, window=3), orders.balanced([0, 1]), orders.stratified([0, 1], 2),
                  orders.subset(orders.shuffled(3), [1], 10), orders.mixture([(orders.shuffled(3), 1)]), orders.independent(3), orders.stored(3)):
        DataLoader(streams, order=order)


def files() -> None:
    dense = zrecord.from_npy("a.npy", "a")
    assert_type(zrecord.to_npy(dense, "b.npy"), int)
    zrecord.from_npz("a.npz", "a")
    zrecord.from_file("a", "b")
    assert_type(zrecord.append_file(dense, "b"), int)
    assert_type(zrecord.to_npz(dense, "b.npz"), int)
    for made in (zrecord.from_hdf5("a", "b"), zrecord.from_zarr("a", "b"), zrecord.from_parquet("a", "b"), zrecord.from_webdataset("a", "b"),
                 zrecord.from_tfrecord("a", "b"), zrecord.from_mds("a", "b"), zrecord.from_image_folder("a", "b")):
        made.close()
    streams = zrecord.open_set("a")
    assert_type(zrecord.to_hdf5(streams, "a"), int)
    assert_type(zrecord.to_zarr(streams, "a"), int)
    assert_type(zrecord.to_parquet(streams, "a"), int)
    assert_type(zrecord.to_webdataset(streams, "a-%06d.tar"), list[Path])
    assert_type(zrecord.to_tfrecord(streams, "a"), int)
    assert_type(zrecord.to_mds(streams, "a"), int)
    assert_type(zrecord.to_image_folder(streams, "a"), int)
    zrecord.to_hf_dataset(streams, "a")


def maintenance() -> None:
    report = zrecord.check("a", write_sums=True)
    for issue in report.issues:
        print(issue.kind, issue.record, report.sums_noted + report.sums_compared, report.notes)
    assert_type(zrecord.repair("a", plan=True).nothing_to_do, bool)
    assert_type(zrecord.salvage("a", "b").saved, int)
    assert_type(zrecord.backup("a", "b")[""]["records"], int)
    try:
        print(DenseStore("d")[0])
    except CorruptRecord as error:
        print(error.code, error.file, error.offset, error.record, error.remedy, error.store)
    except ZrecordError as fault:
        print(fault)
