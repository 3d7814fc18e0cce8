"""LMDB: key = record number, value = the record's bytes."""
import struct

import lmdb
import numpy as np

from . import Contender

key = struct.Struct(">Q").pack


class Lmdb(Contender):
    name = "lmdb"
    ragged = True
    map_size = 64 << 30

    def write(self, path, data, codec):
        environment = lmdb.open(str(path), map_size=self.map_size, sync=False, metasync=False)
        for first in range(0, len(data), 1024):
            with environment.begin(write=True) as turn:
                turn.cursor().putmulti([(key(first + i), np.ascontiguousarray(record))
                                        for i, record in enumerate(data[first:first + 1024])], append=True)
        environment.close()

    def open(self, path, data):
        self._environment = lmdb.open(str(path), map_size=self.map_size, readonly=True, lock=False, readahead=False)
        self._turn = self._environment.begin(buffers=True)
        self._dtype = data[0].dtype
        self._shape = data.shape[1:] if isinstance(data, np.ndarray) else None

    def read(self, indices):
        get, dtype = self._turn.get, self._dtype
        if self._shape is None:
            return [np.frombuffer(get(key(i)), dtype).copy() for i in indices.tolist()]
        out = np.empty((len(indices), *self._shape), dtype)
        rows = out.reshape(len(indices), -1)
        for place, i in enumerate(indices.tolist()):
            rows[place] = np.frombuffer(get(key(i)), dtype)
        return out

    def close(self):
        self._turn.abort()
        self._environment.close()


CONTENDERS = [Lmdb]
