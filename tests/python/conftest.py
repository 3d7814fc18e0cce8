"""What the tests of the Python package share."""
import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest

from zrecord import DenseStore, RaggedStore, train_dict

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "data" / "golden"


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "error")


def golden_stores(group):
    found = sorted(GOLDEN.joinpath(group).glob("*.json"))
    assert len(found) > 30, f"{len(found)} stores in {group}"
    return [(path.with_suffix(""), json.loads(path.read_text(encoding="utf-8"))) for path in found]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def images():
    """64 records of 3 × 8 float32, every one different."""
    return np.arange(64 * 24, dtype=np.float32).reshape(64, 3, 8)


@pytest.fixture
def dense(images):
    with DenseStore("dense", images.dtype, images.shape[1:]) as store:
        store.append(images)
        yield store


@pytest.fixture
def sequences():
    """Arrays of different rank and length."""
    shapes = [(2, 4), (5,), (3, 3, 3), (7, 2), (1, 1), (), (9,), (2, 2, 2)]
    return [np.arange(np.prod(shape, dtype=int), dtype=np.int32).reshape(shape) + 100 * i for i, shape in enumerate(shapes)]


@pytest.fixture
def ragged(sequences):
    with RaggedStore("ragged", np.int32) as store:
        store.append(sequences)
        yield store


def smooth(count, shape=(16, 16), seed=0):
    """Records that a dictionary helps with."""
    rng = np.random.default_rng(seed)
    ramp = np.linspace(0, 1, int(np.prod(shape)))
    waves = np.sin(2 * np.pi * (ramp * (rng.random((count, 1)) * 4 + 1) + rng.random((count, 1))))
    return (127 * (waves + 1)).astype(np.uint8).reshape(count, *shape)


def dictionary_for(codec, records):
    return train_dict(records, "fast") if codec == "zstd_dict" else None


def run_python(code, *arguments, timeout=60):
    """A fresh interpreter in the current folder; returns its output."""
    done = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", done.stderr
    return done.stdout
