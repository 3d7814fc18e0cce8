"""ArrayRecord with one record a group, which is what random reading needs."""
import numpy as np
from array_record.python.array_record_module import ArrayRecordReader, ArrayRecordWriter

from . import Contender


class ArrayRecord(Contender):
    name = "array_record"
    codecs = ("raw", "zstd")
    ragged = True

    def write(self, path, data, codec):
        writer = ArrayRecordWriter(str(path), f"group_size:1,{'zstd:3' if codec == 'zstd' else 'uncompressed'}")
        for record in data:
            writer.write(record.tobytes())
        writer.close()

    def open(self, path, data):
        self._reader = ArrayRecordReader(str(path), "readahead_buffer_size:0")
        self._dtype = data[0].dtype
        self._shape = data.shape[1:] if isinstance(data, np.ndarray) else None

    def read(self, indices):
        records = self._reader.read(indices.tolist())
        if self._shape is None:
            return [np.frombuffer(record, self._dtype) for record in records]
        out = np.empty((len(indices), *self._shape), self._dtype)
        rows = out.reshape(len(indices), -1)
        for place, record in enumerate(records):
            rows[place] = np.frombuffer(record, self._dtype)
        return out

    def close(self):
        self._reader.close()


CONTENDERS = [ArrayRecord]
