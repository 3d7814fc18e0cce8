"""Reads batches with other packages on request: the other end of peer_lines.cpp.

    python3 __main__.py FOLDER CODEC

FOLDER holds the records (records.npy, an array of bytes for each, or values.npy with offsets.npy where they differ in length) and the
batches (plan.npy). Says what there is, in lines "peer<tab>NAME<tab>BATCHES" and "note<tab>TEXT" up to "ready". Then, for each line
"PEER FIRST COUNT SINGLES" on standard input, does COUNT batches from FIRST on, and up to SINGLES more that are timed one by one, and
answers with the seconds a batch, and those of the single ones. Ends with its input.
"""
import pathlib
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import contenders  # noqa: E402

PACKAGES = ["records", "numpy_files", "hdf5_file", "lmdb_map"]
ROUND_SECONDS = 0.3
SINGLE_SECONDS = 0.05


def load(folder: pathlib.Path):
    if (folder / "records.npy").exists():
        return np.load(folder / "records.npy", mmap_mode="r")
    values, offsets = np.load(folder / "values.npy", mmap_mode="r"), np.load(folder / "offsets.npy")
    return [values[begin:end] for begin, end in zip(offsets, offsets[1:])]


def takers(codec: str, ragged: bool, notes: list) -> list:
    """(contender, codec, name). Without zstd a contender stores the bytes as they are, and its name says so."""
    contenders.OWN, contenders.PEERS = PACKAGES, []
    found = []
    for contender in contenders.available(False, notes.append):
        if contender.name == "zrecord":
            continue
        if contender.takes(codec, ragged):
            found.append((contender, codec, contender.name))
        elif codec != "raw" and contender.takes("raw", ragged):
            found.append((contender, "raw", contender.name + " raw"))
    return found


def prepare(taker, folder: pathlib.Path, data, plan, notes: list):
    """How many batches a round takes; None where the package fails or reads something else."""
    contender, codec, name = taker
    path = folder / name.replace(" ", "_")
    try:
        contender.write(path, data, codec)
        contender.open(path, data)
        seconds = contenders.walk(contender, plan, 0, 2)
        count = max(1, min(len(plan), int(ROUND_SECONDS / seconds)))
        if all(contenders.same(contender.read(indices), data, indices) for indices in plan[:count]):
            return count
        notes.append(f"{name} is left out: it returned other records")
    except Exception as error:  # other people's packages fail with whatever they like
        notes.append(f"{name} is left out: {type(error).__name__}: {str(error)[:200]}")
    return None


def turn(contender, plan, first: int, count: int, singles: int) -> list:
    seconds = contenders.walk(contender, plan, first, count)
    latencies = []
    begin = time.perf_counter()
    for single in range(singles):
        latencies.append(contenders.walk(contender, plan, first + count + single, 1))
        if time.perf_counter() - begin > SINGLE_SECONDS:
            break
    return [seconds, *latencies]


def main() -> int:
    folder, codec = pathlib.Path(sys.argv[1]), sys.argv[2]
    data, plan = load(folder), list(np.load(folder / "plan.npy"))
    notes: list = []
    ready = []
    for taker in takers(codec, not isinstance(data, np.ndarray), notes):
        count = prepare(taker, folder, data, plan, notes)
        if count is not None:
            ready.append(taker[0])
            print("peer", taker[2], count, sep="\t")
    for note in notes:
        print("note", " ".join(note.split()), sep="\t")
    print("ready", flush=True)
    for line in sys.stdin:
        number, first, count, singles = map(int, line.split())
        print(*turn(ready[number], plan, first, count, singles), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
