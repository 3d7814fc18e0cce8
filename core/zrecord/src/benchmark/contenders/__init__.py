"""The contenders: one file per package. Each file lists its classes in CONTENDERS; a file whose package is not installed
is left out, with a note. A new one: a file here, its name in PEERS, and methods as in `Contender`."""
import importlib
import pathlib
import time

import numpy as np

OWN = ["records", "numpy_files"]
PEERS = ["hdf5_file", "lmdb_map", "zarr_array", "tensorstore_array", "blosc2_array", "array_records", "arrow_file", "lance_table"]


class Contender:
    """Writes one data set and reads batches of it. `data` is an array (records, *shape), or a list of one-dimensional
    arrays of different length (ragged). `codec` is raw or zstd; whoever has no zstd but something of its kind takes that
    and says so in its name."""
    name = ""
    codecs = ("raw",)
    dense = True
    ragged = False

    def takes(self, codec: str, ragged: bool) -> bool:
        return codec in self.codecs and (self.ragged if ragged else self.dense)

    def write(self, path: pathlib.Path, data, codec: str) -> None:
        """Everything from nothing to a file that another process can open; timed."""
        raise NotImplementedError

    def open(self, path: pathlib.Path, data) -> None:
        raise NotImplementedError

    def read(self, indices):
        """An array (len(indices), *shape), or a list of arrays; timed. `indices` is an int64 array."""
        raise NotImplementedError

    def close(self) -> None:
        pass


def available(peers: bool, note) -> list[Contender]:
    found = []
    for name in OWN + (PEERS if peers else []):
        try:
            module = importlib.import_module(f"contenders.{name}")
        except ImportError as error:
            note(f"{name} is left out: {error}")
            continue
        for make in module.CONTENDERS:
            try:
                found.append(make())
            except ImportError as error:
                note(f"{name} is left out: {error}")
    return found


def same(result, data, indices) -> bool:
    """Whether a contender has read what was written."""
    if isinstance(data, np.ndarray):
        expected = data[indices]
        return result.dtype == expected.dtype and result.shape == expected.shape and bool((result == expected).all())
    return len(result) == len(indices) and all(
        one.dtype == data[i].dtype and np.array_equal(one, data[i]) for one, i in zip(result, indices))


def walk(contender: Contender, plan, first: int, count: int) -> float:
    """Seconds a batch."""
    batches = [plan[(first + i) % len(plan)] for i in range(count)]
    read = contender.read
    start = time.perf_counter()
    for indices in batches:
        result = None
        result = read(indices)  # noqa: F841
    return (time.perf_counter() - start) / count
