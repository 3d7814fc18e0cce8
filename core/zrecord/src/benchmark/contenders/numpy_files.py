"""Mapped .npy files."""
import numpy as np

from . import Contender


class NumpyFiles(Contender):
    """take() into one array that is used again: an easier job than a store's. Ragged data are one array of values and one
    of offsets."""
    name = "numpy"
    ragged = True

    def write(self, path, data, codec):
        path.mkdir()
        if isinstance(data, np.ndarray):
            np.save(path / "values.npy", data)
        else:
            np.save(path / "values.npy", np.concatenate(data))
            np.save(path / "offsets.npy", np.cumsum([0] + [len(record) for record in data]))

    def open(self, path, data):
        self._values = np.load(path / "values.npy", mmap_mode="r")
        self._offsets = None if isinstance(data, np.ndarray) else np.load(path / "offsets.npy")
        self._out = np.empty(0)

    def read(self, indices):
        if self._offsets is not None:
            offsets = self._offsets
            return [np.array(self._values[offsets[i]:offsets[i + 1]]) for i in indices.tolist()]
        if len(self._out) != len(indices):
            self._out = np.empty((len(indices), *self._values.shape[1:]), self._values.dtype)
        return np.take(self._values, indices, axis=0, out=self._out, mode="clip")

    def close(self):
        del self._values


CONTENDERS = [NumpyFiles]
