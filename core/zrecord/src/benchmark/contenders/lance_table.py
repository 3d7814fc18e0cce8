"""A Lance table with one column of lists; take() by row number."""
import lance
import numpy as np
import pyarrow

from . import Contender


class Lance(Contender):
    name = "lance"
    ragged = True

    def write(self, path, data, codec):
        if isinstance(data, np.ndarray):
            values = pyarrow.array(data.reshape(-1))
            column = pyarrow.FixedSizeListArray.from_arrays(values, int(np.prod(data.shape[1:])))
        else:
            offsets = np.cumsum([0] + [len(record) for record in data]).astype("int32")
            column = pyarrow.ListArray.from_arrays(offsets, pyarrow.array(np.concatenate(data)))
        lance.write_dataset(pyarrow.table({"records": column}), str(path), max_rows_per_file=1 << 30)

    def open(self, path, data):
        self._table = lance.dataset(str(path))
        self._shape = data.shape[1:] if isinstance(data, np.ndarray) else None

    def read(self, indices):
        column = self._table.take(indices.tolist()).column("records").combine_chunks()
        values = column.flatten().to_numpy()
        if self._shape is not None:
            return values.reshape(len(indices), *self._shape)
        offsets = column.offsets.to_numpy()
        offsets = offsets - offsets[0]
        return [values[start:stop] for start, stop in zip(offsets[:-1], offsets[1:])]


CONTENDERS = [Lance]
