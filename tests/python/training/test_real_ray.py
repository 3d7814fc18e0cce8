"""zrecord.ray under Ray itself: sources and sinks, and a cluster of two nodes that gives what one machine gives."""
import functools
import json
import os
import pathlib

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_DATA_DISABLE_PROGRESS_BARS", "1")
os.environ.setdefault("RAY_worker_niceness", "0")  # 15 by default: workers starve beside anything else

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster

import zrecord
from zrecord import DataLoader, DenseStore, RaggedStore
from zrecord.ray import deduplicate, read_zrecord, recode, select, statistics, write_zrecord

RECORDS = 9000
CUTS = (0, 3000, 3017, 9000)  # three shards, of different length


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": 200 << 20})
    cluster.add_node(num_cpus=1, object_store_memory=200 << 20)
    paths = os.pathsep.join([os.environ["PYTHONPATH"], str(pathlib.Path(__file__).resolve().parent)])
    ray.init(address=cluster.address, runtime_env={"env_vars": {"PYTHONPATH": paths}}, logging_level="ERROR")
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@functools.cache
def arrays():
    rng = np.random.default_rng(3)
    images = rng.integers(0, 255, (RECORDS, 6, 5), "u1")
    images[rng.integers(0, RECORDS, 2000)] = images[rng.integers(0, 50, 2000)]  # repeats
    values = rng.random((RECORDS, 3)).astype("f4")
    values[77, 1] = np.nan
    return {"image": images, "value": values, "label": rng.integers(0, 10, RECORDS)}


@functools.cache
def texts():
    return [np.frombuffer(b"text %d" % (i % 700) * (1 + i % 3), "u1") for i in range(RECORDS)]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source")
    shards = []
    for number, (begin, end) in enumerate(zip(CUTS, CUTS[1:])):
        for name, records in arrays().items():
            with DenseStore(folder / f"part{number}" / name, records.dtype, records.shape[1:]) as store:
                store.append(records[begin:end])
        with RaggedStore(folder / f"part{number}" / "text", "u1") as store:
            store.append(texts()[begin:end])
        shards.append((f"part{number}", end - begin))
    zrecord.write_manifest(folder, shards)
    return folder


def whole(path):
    """All records of all shards, stream by stream."""
    with zrecord.open_shards(path) as opened:
        return {name: [record for store in stores for record in store] for name, stores in opened.items()}


def check(path, kept):
    found = whole(path)
    assert set(found) == {*arrays(), "text"}
    for name, records in {**arrays(), "text": texts()}.items():
        assert len(found[name]) == len(kept)
        for record, i in zip(found[name], kept):
            assert record.dtype == records[i].dtype and np.array_equal(record, records[i], equal_nan=record.dtype.kind == "f"), (name, i)


def test_two_nodes(cluster):
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2


def test_read(cluster, source):
    data = read_zrecord(source, index="index", override_num_blocks=5)
    assert data.count() == RECORDS
    seen = np.zeros(RECORDS, int)
    for batch in data.iter_batches(batch_size=512):
        seen[batch["index"]] += 1
        assert np.array_equal(batch["image"], arrays()["image"][batch["index"]]) and np.array_equal(batch["label"], arrays()["label"][batch["index"]])
        assert all(np.array_equal(text, texts()[i]) for text, i in zip(batch["text"], batch["index"]))
    assert (seen == 1).all()
    some = read_zrecord(source, streams="label", indices=[8999, 5, 3005]).take_all()
    assert [row["label"] for row in some] == arrays()["label"][[5, 3005, 8999]].tolist()
    with pytest.raises(IndexError):
        read_zrecord(source, indices=[9000])


def test_write_and_load(cluster, source, tmp_path):
    """Through Ray and back; a loader reads what the tasks wrote as one sequence with one order."""
    ray.data.DataContext.get_current().execution_options.preserve_order = True
    data = read_zrecord(source, override_num_blocks=6).map_batches(lambda batch: {**batch, "label": batch["label"] + 100})
    assert write_zrecord(data, tmp_path / "out", codec={"label": "raw"}) == RECORDS
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["records"] == RECORDS and len(manifest["shards"]) > 1
    assert sorted(os.listdir(tmp_path / "out")) == ["manifest.json", *(shard["folder"] for shard in manifest["shards"])]
    with zrecord.open_shards(tmp_path / "out") as opened:
        assert opened["label"][0].codec == "raw" and opened["image"][0].codec == "zstd"
        with DenseStore(tmp_path / "one", "i8", ()) as one:
            one.append(arrays()["label"] + 100)
            with DataLoader(opened, batch_size=64, order="local", seed=3) as many, DataLoader({"label": one}, batch_size=64, order="local", seed=3) as single:
                for _ in range(200):
                    assert np.array_equal(next(many)["label"], next(single)["label"])
    with pytest.raises(FileExistsError):
        write_zrecord(data, tmp_path / "out")


def test_a_task_that_fails_leaves_nothing(cluster, source, tmp_path):
    def fail(batch):
        if (batch["index"] == 8000).any():
            raise ValueError("record 8000 is not wanted")
        return batch

    with pytest.raises(Exception, match="record 8000 is not wanted"):
        write_zrecord(read_zrecord(source, index="index").map_batches(fail), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_recode(cluster, source, tmp_path):
    assert recode(source, tmp_path / "raw", "raw", override_num_blocks=4) == RECORDS
    check(tmp_path / "raw", range(RECORDS))
    with zrecord.open_shards(tmp_path / "raw") as opened:
        assert {store.codec for stores in opened.values() for store in stores} == {"raw"}


def test_select(cluster, source, tmp_path):
    labels = arrays()["label"]
    expected = np.flatnonzero((labels == 3) | (labels == 7))
    assert select(source, tmp_path / "some", lambda batch: np.isin(batch["label"], [3, 7]), override_num_blocks=4) == len(expected)
    check(tmp_path / "some", expected)


@pytest.mark.parametrize("stream", ["image", "text"])
def test_deduplicate(cluster, source, tmp_path, stream):
    seen, expected = set(), []
    for i, record in enumerate({**arrays(), "text": texts()}[stream]):
        if record.tobytes() not in seen:
            seen.add(record.tobytes())
            expected.append(i)
    assert 500 < len(expected) < RECORDS
    assert deduplicate(source, tmp_path / "unique", stream, override_num_blocks=4) == len(expected)
    check(tmp_path / "unique", expected)


def test_statistics(cluster, source):
    for stream, values in (("value", arrays()["value"]), ("image", arrays()["image"]), ("text", np.concatenate(texts()))):
        numbers = values.astype("f8")
        good = numbers[np.isfinite(numbers)]
        found = statistics(source, stream)
        assert found["records"] == RECORDS and found["elements"] == numbers.size and found["finite"] == good.size
        assert found["min"] == good.min() and found["max"] == good.max()
        assert found["mean"] == pytest.approx(good.mean(), rel=1e-12) and found["std"] == pytest.approx(good.std(), rel=1e-9)
        # The same bits, however the work is shared out.
        assert statistics(source, stream, num_cpus=0.5) == found
