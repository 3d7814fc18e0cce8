"""The build backend: scikit-build-core, and an sdist that carries the sources of the core library.

In the repository the core stands above this folder, outside of what an sdist may hold, so it is copied in for the moment.
"""
import pathlib
import shutil

from scikit_build_core.build import *  # noqa: F403
from scikit_build_core.build import build_sdist as _build_sdist

_HERE = pathlib.Path(__file__).resolve().parent
_PARTS = ("cmake", "zrecord")


def build_sdist(sdist_directory, config_settings=None):
    carried = _HERE / "core"
    core = _HERE.parents[1]
    if carried.exists() or not (core / "zrecord" / "CMakeLists.txt").exists():
        return _build_sdist(sdist_directory, config_settings)  # an unpacked sdist
    try:
        for part in _PARTS:
            shutil.copytree(core / part, carried / part)
        return _build_sdist(sdist_directory, config_settings)
    finally:
        shutil.rmtree(carried, ignore_errors=True)
