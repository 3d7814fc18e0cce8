"""The training example of the manual under JAX, on the processor: it learns, and resumes bit for bit."""
import pathlib
import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zrecord
from zrecord import DenseStore

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def digits(tmp_path, monkeypatch):
    """Noisy pictures of ten classes."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(5)
    patterns = rng.random((10, 28, 28)) * 255
    labels = rng.integers(0, 10, 2000).astype("u1")
    with DenseStore("samples/fashion/train/image", "u1", (28, 28)) as store:
        store.append(np.clip(patterns[labels] + rng.normal(0, 60, (2000, 28, 28)), 0, 255).astype("u1"))
    with DenseStore("samples/fashion/train/label", "u1", ()) as store:
        store.append(labels)


def example():
    (block,) = [block for block in re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/manual/python.md").read_text(encoding="utf-8"), re.M | re.S)
                if "import jax" in block]
    names = {}
    exec(compile(block, "python.md", "exec"), names)
    return names


def test_it_learns_and_resumes():
    names = example()
    assert names["losses"][-1] < names["losses"][0] / 3, names["losses"]
    weights, state = names["saved"]
    with zrecord.DataLoader(names["streams"], batch_size=64, seed=1) as loader:
        loader.load_state_dict(state)
        for _ in range(20):
            weights, _ = names["train_step"](weights, next(loader))
    for ours, theirs in zip(jax.tree_util.tree_leaves(weights), jax.tree_util.tree_leaves(names["weights"])):
        assert np.array_equal(ours, theirs), "the same batches, hence the same bits"


def test_batches_on_the_device_do_not_change():
    """JAX may share the memory of an array; the loader must not write to it again."""
    with zrecord.open_set("samples/fashion/train") as streams, zrecord.DataLoader(streams, batch_size=64, prefetch_size=1) as loader:
        held = [(jnp.asarray(batch["image"]), batch["image"].copy()) for batch, _ in zip(loader, range(100))]
        assert all(np.array_equal(device, copy) for device, copy in held)
        array = streams["image"][:4]
        assert np.array_equal(jax.dlpack.from_dlpack(array), array)
