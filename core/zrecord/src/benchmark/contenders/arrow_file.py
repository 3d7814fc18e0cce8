"""An Arrow file, mapped; records as fixed-size or as variable lists. Compressed ones have to be read whole: not here."""
import numpy as np
import pyarrow

from . import Contender


class Arrow(Contender):
    name = "arrow"
    ragged = True

    def write(self, path, data, codec):
        self_type = pyarrow.from_numpy_dtype(data[0].dtype)
        width = int(np.prod(data.shape[1:])) if isinstance(data, np.ndarray) else None
        kind = pyarrow.list_(self_type) if width is None else pyarrow.list_(self_type, width)
        with pyarrow.OSFile(str(path), "wb") as sink, pyarrow.ipc.new_file(sink, pyarrow.schema([("records", kind)])) as file:
            if width is None:
                offsets = np.cumsum([0] + [len(record) for record in data]).astype("int32")
                column = pyarrow.ListArray.from_arrays(offsets, pyarrow.array(np.concatenate(data)))
            else:
                column = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(data.reshape(-1)), width)
            file.write_batch(pyarrow.record_batch([column], ["records"]))

    def open(self, path, data):
        self._map = pyarrow.memory_map(str(path))
        column = pyarrow.ipc.open_file(self._map).get_batch(0).column(0)
        self._shape = data.shape[1:] if isinstance(data, np.ndarray) else None
        self._column = column

    def read(self, indices):
        taken = self._column.take(pyarrow.array(indices))
        values = taken.flatten().to_numpy()
        if self._shape is not None:
            return values.reshape(len(indices), *self._shape)
        offsets = taken.offsets.to_numpy()
        offsets = offsets - offsets[0]
        return [values[start:stop] for start, stop in zip(offsets[:-1], offsets[1:])]

    def close(self):
        self._map.close()


CONTENDERS = [Arrow]
