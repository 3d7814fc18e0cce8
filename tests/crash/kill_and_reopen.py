"""Runs kill_test (processes killed while they change stores) and lets loaderx read the stores that our recovery left.

    kill_and_reopen.py KILL_TEST [--kills N] [--keep-every N] [--seed N]
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from loaderx.zrecord import DenseStore, RaggedStore


def records_in(folder, ragged):
    """The bytes of all records of a store one after the other, and their number, as loaderx reads them."""
    store = (RaggedStore if ragged else DenseStore)(str(folder))
    try:
        count = len(store)
        if count == 0:
            return b"", 0
        records = store.__getitems__(np.arange(count))
        return (b"".join(np.ascontiguousarray(record).tobytes() for record in records) if ragged else records.tobytes()), count
    finally:
        store.close()


def bytes_in(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def is_left_alone(folder):
    """loaderx neither opens a store that is in the middle of a change, nor alters a byte of it."""
    before = bytes_in(folder)
    for kind in (DenseStore, RaggedStore):
        try:
            kind(str(folder)).close()
            return False
        except Exception as refusal:  # its own kinds of errors, all of them fine
            if folder.name == "fenced-0":
                print(f"  {kind.__name__}: {refusal}")
    return bytes_in(folder) == before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", default="60")
    parser.add_argument("--keep-every", default="5")
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        outcome = subprocess.run([arguments.program, "--folder", name, "--kills", arguments.kills, "--seed", arguments.seed,
                                  "--keep-every", arguments.keep_every])
        if outcome.returncode != 0:
            return 1
        stores = sorted(path for path in folder.glob("kept-*") if path.is_dir())
        total = 0
        for store in stores:
            expected = next(folder.glob(store.name + ".*"))
            found, count = records_in(store, expected.suffix == ".ragged")
            total += count
            if found != expected.read_bytes():
                print(f"FAILED: loaderx reads other records in {store.name} than our recovery left")
                return 1
        print(f"loaderx opened {len(stores)} of the recovered stores and read their {total} records")
        fenced = sorted(folder.glob("fenced-*"))
        for store in fenced:
            if not is_left_alone(store):
                print(f"FAILED: loaderx opened or changed {store.name}, a store in the middle of a change")
                return 1
        print(f"loaderx refused {len(fenced)} stores that were in the middle of a change, and left them alone")
        # A run that leaves nothing to compare would prove nothing.
        return 0 if stores and total and fenced else 1


if __name__ == "__main__":
    sys.exit(main())
