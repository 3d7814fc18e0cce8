"""Stores with loaderx's interface: zrecord and loaderx."""
import importlib

import numpy as np

from . import Contender


class Records(Contender):
    codecs = ("raw", "zstd")
    ragged = True

    def __init__(self, package: str):
        self.name = package
        module = importlib.import_module(f"{package}.zrecord")
        self._dense, self._ragged = module.DenseStore, module.RaggedStore

    def write(self, path, data, codec):
        if isinstance(data, np.ndarray):
            store = self._dense(str(path), data.dtype, data.shape[1:], codec=codec)
        else:
            store = self._ragged(str(path), data[0].dtype, codec=codec)
        for first in range(0, len(data), 1024):
            store.append(data[first:first + 1024])
        store.close()

    def open(self, path, data):
        self._is_ragged = not isinstance(data, np.ndarray)
        self._store = (self._ragged if self._is_ragged else self._dense)(str(path))

    def read(self, indices):
        return self._store.__getitems__(indices.tolist() if self._is_ragged else indices)

    def close(self):
        self._store.close()


CONTENDERS = [lambda: Records("zrecord"), lambda: Records("loaderx")]
