"""Zarr: chunks of about 256 KiB, read by its orthogonal index."""
import numpy as np
import zarr
from zarr.codecs import ZstdCodec

from . import Contender


class Zarr(Contender):
    name = "zarr"
    codecs = ("raw", "zstd")

    def write(self, path, data, codec):
        rows = max(1, (256 << 10) // data[0].nbytes)
        array = zarr.create_array(str(path), shape=data.shape, dtype=data.dtype, chunks=(rows, *data.shape[1:]),
                                  compressors=[ZstdCodec(level=3)] if codec == "zstd" else None)
        step = max(rows, 1024 // rows * rows)
        for first in range(0, len(data), step):
            array[first:first + step] = data[first:first + step]

    def open(self, path, data):
        self._array = zarr.open_array(str(path), mode="r")

    def read(self, indices):
        return np.asarray(self._array.oindex[indices])


CONTENDERS = [Zarr]
