"""Very many batches: memory and descriptors stay flat, and every batch is right.

    PYTHONPATH=build/release/python python tests/python/soak.py --batches 1000000

Draws batches of a dense and a ragged stream in mode iid, with and without a transform, now and then through a new loader that
goes on from the state of the old one. Compares every batch with the sampler's own indices. Exit status 1 when a batch is wrong
or the process has grown.
"""
import argparse
import os
import sys
import tempfile

import numpy as np

from zrecord import DataLoader, DenseStore, RaggedStore, Sampler

RECORDS = 1000
GROWTH_KIB = 8 << 10


def resident_kib():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def descriptors():
    return len(os.listdir("/proc/self/fd"))


def make(folder):
    with DenseStore(f"{folder}/label", "i8", (), "raw") as store:
        store.append(np.arange(RECORDS))
    with RaggedStore(f"{folder}/text", "<i4") as store:
        store.append(np.full(1 + i % 7, i, "<i4") for i in range(RECORDS))
    return {"label": DenseStore(f"{folder}/label", mode="r"), "text": RaggedStore(f"{folder}/text", mode="r")}


def lives(streams, batches, each):
    """Batches of many loaders, one after the other; each goes on where the last one stood."""
    state, given, transform = None, 0, None
    while given < batches:
        with DataLoader(streams, batch_size=8, mode=1, seed=3, transform=transform, num_workers=2) as loader:
            if state is not None:
                loader.load_state_dict(state)
            for _ in range(min(each, batches - given)):
                yield next(loader)
                given += 1
            state = loader.state_dict()
        transform = None if transform else (lambda batch: batch)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batches", type=int, default=1_000_000)
    parser.add_argument("--each", type=int, default=5_000, help="batches of each loader")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        streams = make(folder)
        sampler = Sampler(RECORDS, 8, 1, 3)
        warm = max(arguments.batches // 10, 1)
        start = None
        for number, batch in enumerate(lives(streams, arguments.batches, arguments.each)):
            expected = next(sampler)
            if not np.array_equal(batch["label"], expected) or [int(r[0]) for r in batch["text"]] != expected.tolist():
                sys.exit(f"batch {number} is wrong")
            if number == warm:
                start = resident_kib(), descriptors()
        end = resident_kib(), descriptors()
        print(f"{arguments.batches} batches right; resident {start[0]} KiB after {warm}, {end[0]} KiB at the end; "
              f"descriptors {start[1]}, {end[1]}")
        if end[0] > start[0] + GROWTH_KIB or end[1] > start[1] + 4:
            sys.exit("the process has grown")


if __name__ == "__main__":
    main()
