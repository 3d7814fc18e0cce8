"""The contenders: each writes one data set and reads batches of it. A package that is not installed is left out, with a note."""
import importlib
import pathlib

import numpy as np


class Records:
    """Stores with loaderx's interface."""

    def __init__(self, package: str):
        self.name = package
        module = importlib.import_module(f"{package}.zrecord")
        self._dense, self._ragged = module.DenseStore, module.RaggedStore
        self._store = None

    def write(self, path: pathlib.Path, data, codec: str) -> None:
        if isinstance(data, np.ndarray):
            store = self._dense(str(path), data.dtype, data.shape[1:], codec=codec)
        else:
            store = self._ragged(str(path), data[0].dtype, codec=codec)
        for first in range(0, len(data), 1024):
            store.append(data[first:first + 1024])
        store.close()

    def open(self, path: pathlib.Path, ragged: bool) -> None:
        self._store = (self._ragged if ragged else self._dense)(str(path))

    def read(self, indices):
        return self._store.__getitems__(indices)

    def close(self) -> None:
        self._store.close()


class NumpyFiles:
    """A mapped .npy file and take() into one array that is used again: an easier job than a store's. Raw only. Ragged
    data are one array of values and one of offsets."""
    name = "numpy"

    def write(self, path: pathlib.Path, data, codec: str) -> None:
        if codec != "raw":
            raise NotImplementedError
        path.mkdir()
        if isinstance(data, np.ndarray):
            np.save(path / "values.npy", data)
        else:
            np.save(path / "values.npy", np.concatenate(data))
            np.save(path / "offsets.npy", np.cumsum([0] + [len(record) for record in data]))

    def open(self, path: pathlib.Path, ragged: bool) -> None:
        self._values = np.load(path / "values.npy", mmap_mode="r")
        self._offsets = np.load(path / "offsets.npy") if ragged else None
        self._out = np.empty(0)

    def read(self, indices):
        if self._offsets is not None:
            return [np.array(self._values[self._offsets[i]:self._offsets[i + 1]]) for i in indices]
        if len(self._out) != len(indices):
            self._out = np.empty((len(indices), *self._values.shape[1:]), self._values.dtype)
        return np.take(self._values, indices, axis=0, out=self._out, mode="clip")

    def close(self) -> None:
        del self._values


def available(note) -> list:
    found = []
    for make, name in ((lambda: Records("zrecord"), "zrecord"), (lambda: Records("loaderx"), "loaderx"), (NumpyFiles, "numpy")):
        try:
            found.append(make())
        except ImportError as error:
            note(f"{name} is left out: {error}")
    return found
