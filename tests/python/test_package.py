"""What pip gets: the source package carries the core, and nothing that does not belong into it."""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

import pytest

import zrecord

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = "core/bindings/python"


@pytest.fixture
def tree(own_folder):
    """A copy of what the package is built from; packing writes into it for a moment."""
    for part in ("cmake", "zrecord", "bindings"):
        shutil.copytree(ROOT / "core" / part, own_folder / "core" / part, ignore=shutil.ignore_patterns("build", "__pycache__"))
    return own_folder


def pack(folder, target):
    code = "import sys; sys.path.insert(0, '.'); import build_backend; print(build_backend.build_sdist(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", code, target], cwd=folder, capture_output=True, text=True, timeout=100,
                          env={**os.environ, "PYTHONPATH": ""})
    assert done.returncode == 0, done.stderr
    return pathlib.Path(target) / done.stdout.split()[-1]


def names(archive):
    with tarfile.open(archive) as tar:
        return {name.split("/", 1)[1] for name in tar.getnames() if "/" in name}


def test_source_package(tree):
    archive = pack(tree / HERE, str(tree))
    packed = names(archive)
    assert archive.name == "zrecord-0.1.0.tar.gz"
    core = {f"core/{path.relative_to(tree / 'core')}" for part in ("cmake", "zrecord") for path in (tree / "core" / part).rglob("*")
            if path.is_file()}
    own = {str(path.relative_to(tree / HERE)) for folder in ("src", "zrecord") for path in (tree / HERE / folder).rglob("*")
           if path.is_file()}
    assert len(core) > 200 and len(own) > 30
    assert packed == core | own | {"CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "build_backend.py", "pyproject.toml"}
    assert not (tree / HERE / "core").exists(), "the copy of the core is gone again"
    # Packed once more, from the unpacked package alone, it is the same.
    (tree / "unpacked").mkdir()
    subprocess.run(["tar", "xzf", archive, "-C", tree / "unpacked"], check=True)
    again = pack(tree / "unpacked" / "zrecord-0.1.0", str(tree / "unpacked"))
    assert names(again) == packed


def test_version_and_licence_agree():
    import re

    import zrecord
    text = (ROOT / HERE / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^version = "(.*)"$', text, re.M)[1] == zrecord.__version__
    assert (ROOT / HERE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_training_imports_no_other_formats():
    """The first batch of a fresh process waits for the imports."""
    code = ("import sys, zrecord, zrecord.zrecord, zrecord.dataloader\n"
            "print(sorted(name for name in sys.modules if name.startswith('zrecord.formats.')))\n"
            "zrecord.from_hdf5\n"
            "print(sorted(name for name in sys.modules if name.startswith('zrecord.formats.')))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True)
    assert done.stdout.splitlines() == ["[]", "['zrecord.formats._streams', 'zrecord.formats.arrays']"]


def test_names_that_come_late_are_there():
    everything = {}
    exec("from zrecord import *", everything)  # noqa: S102
    for name in zrecord.formats.__all__:
        function = getattr(zrecord, name)
        assert function is getattr(zrecord.formats, name) is everything[name]
        assert function.__module__.startswith("zrecord.formats.") and function.__name__ == name
        assert name in dir(zrecord) and name in dir(zrecord.formats)
    assert zrecord.formats.samples.from_tfrecord is zrecord.from_tfrecord
    for module in (zrecord, zrecord.formats):
        with pytest.raises(AttributeError, match="has no attribute 'from_nothing'"):
            module.from_nothing
