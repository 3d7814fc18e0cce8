"""HDF5 by h5py: contiguous, or chunks of about 16 KiB with gzip; ragged data as variable-length cells."""
import h5py
import numpy as np

from . import Contender


class Hdf5(Contender):
    name = "hdf5"
    ragged = True
    filters = {}

    def write(self, path, data, codec):
        with h5py.File(path, "w") as file:
            if not isinstance(data, np.ndarray):
                cells = np.empty(len(data), object)
                cells[:] = data
                file.create_dataset("records", data=cells, dtype=h5py.vlen_dtype(data[0].dtype))
                return
            chunks = {"chunks": (max(1, (16 << 10) // data[0].nbytes), *data.shape[1:])} if self.filters else {}
            records = file.create_dataset("records", data.shape, data.dtype, **chunks, **self.filters)
            for first in range(0, len(data), 1024):
                records[first:first + 1024] = data[first:first + 1024]

    def open(self, path, data):
        self._file = h5py.File(path, "r")
        self._records = self._file["records"]
        self._is_ragged = not isinstance(data, np.ndarray)

    def read(self, indices):
        if self._is_ragged:
            return [self._records[i] for i in indices.tolist()]
        # An index list has to be sorted in h5py; reading one by one is faster, too.
        out = np.empty((len(indices), *self._records.shape[1:]), self._records.dtype)
        for place, i in enumerate(indices.tolist()):
            self._records.read_direct(out, np.s_[i], np.s_[place])
        return out

    def close(self):
        self._file.close()


class Hdf5Gzip(Hdf5):
    name = "hdf5 gzip 4"
    codecs = ("zstd",)
    ragged = False
    filters = {"compression": "gzip", "compression_opts": 4}


CONTENDERS = [Hdf5, Hdf5Gzip]
