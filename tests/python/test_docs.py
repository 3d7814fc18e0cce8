"""What README, manual and docstrings show runs as it stands there."""
import doctest
import importlib
import pathlib
import pkgutil
import re

import numpy as np
import pytest

import zrecord
from zrecord import DataLoader

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = [f"zrecord.{found.name}" for found in pkgutil.iter_modules(zrecord.__path__) if found.name not in ("_core", "ray", "torch")]


def blocks(page):
    found = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)
    return [block for block in found if "zrecord" in block]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    flags = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    module = importlib.import_module(name)
    assert module.__doc__
    found = doctest.testmod(module, optionflags=flags, extraglobs={"np": np})
    assert found.failed == 0


def test_the_classes_have_examples():
    """So that the test above cannot be empty."""
    for thing in (zrecord.DenseStore, zrecord.RaggedStore, zrecord.DataLoader, zrecord.Sampler, zrecord.from_npy):
        assert ">>>" in thing.__doc__


def test_public_names_are_documented():
    for name in zrecord.__all__:
        thing = getattr(zrecord, name)
        if not callable(thing):
            continue
        assert thing.__doc__, name
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_") and callable(getattr(value, "fget", value)) and not isinstance(value, type):
                    assert value.__doc__ or member in ("shape",), f"{name}.{member}"


def test_readme(capsys):
    (block,) = blocks("README.md")
    names = {}
    exec(compile(block, "README.md", "exec"), names)
    assert capsys.readouterr().out == "[[ 9. 10. 11.]\n [ 0.  1.  2.]\n [ 9. 10. 11.]] 4\n"
    assert names["batch"]["point"].shape == (2, 3) and names["state"]["step"] == 1
    names["loader"].close()


def test_package_readme():
    (block,) = blocks("core/bindings/python/README.md")
    exec(compile(block, "README.md", "exec"), {})


def test_manual():
    with zrecord.DenseStore("samples/fashion/train/image", "u1", (28, 28)) as images:
        images.append(np.arange(600 * 784, dtype="u4").astype("u1").reshape(600, 28, 28))
    with zrecord.DenseStore("samples/fashion/train/label", "u1", ()) as labels:
        labels.append(np.arange(600, dtype="u4").astype("u1"))
    stores, loader, orders, _, sets, errors = blocks("docs/manual/python.md")
    exec(compile(stores.replace('np.zeros((1000, 28, 28), "uint8")',
                                'np.random.default_rng(0).integers(0, 9, (1000, 28, 28), "uint8")'), "stores", "exec"), {})
    names = {}
    exec(compile(loader, "loader", "exec"), names)
    assert names["batch"]["image"].shape == (256, 28, 28) and names["batch"]["label"].shape == (256,)
    assert np.array_equal(next(names["again"])["label"], next(names["loader"])["label"])
    names["loader"].close()
    names["again"].close()
    names["streams"].close()
    names = {}
    exec(compile(orders.replace("DataLoader(streams,", "made(streams,"), "orders", "exec"), {"made": lambda *a, **o: next(DataLoader(*a, **o))}, names)
    exec(compile(sets, "sets", "exec"), {"np": np})
    exec(compile(errors, "errors", "exec"), {"store": names["streams"]["label"], "index": 7})
    names["streams"].close()


def test_known_cases_name_tests_that_exist():
    named = re.findall(r"`([\w/]+\.(?:py|cpp))::([^`]+)`", (ROOT / "docs/known_cases.md").read_text(encoding="utf-8"))
    assert len(named) > 60
    for file, name in named:
        assert name in (ROOT / "tests" / file).read_text(encoding="utf-8"), f"{file} has no {name}"
