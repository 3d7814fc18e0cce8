#!/usr/bin/env python3
"""Compares writing and reading batches with zrecord, loaderx, NumPy and, on request, other record stores.

    PYTHONPATH=<build>/python compare.py [--peers] [--rounds N] [--megabytes N] [--case TEXT] [--json FILE]

All contenders hold the same records and read the same batches, in interleaved rounds. Every planned result is compared
with the records that were written before anything is timed; whoever returns something else is left out and named. A
contender that is too slow to read the whole plan reads its first part. Only ratios within one run mean anything. The page
cache is warm; a result is given back before the next one is asked for. Writing ends when the file is closed by its own
interface: zrecord's close waits for the device, and so do some others, NumPy's save does not.

--peers adds HDF5, LMDB, Zarr, TensorStore, Blosc2, ArrayRecord, Arrow and Lance, as far as they are installed
(pip install h5py lmdb zarr tensorstore blosc2 array_record pyarrow pylance). They are used as their interfaces suggest,
not tuned.
"""
import argparse
import json
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "core/zrecord/src/benchmark"))
from contenders import available, same, walk  # noqa: E402

CASES = [  # name, bytes of a record (0 = ragged), codec, records a batch
    ("raw 256 KiB", 256 << 10, "raw", 64),
    ("raw 16 KiB", 16 << 10, "raw", 256),
    ("raw 1 KiB", 1 << 10, "raw", 256),
    ("raw 1 KiB, batch 8", 1 << 10, "raw", 8),
    ("raw 1 KiB, batch 1", 1 << 10, "raw", 1),
    ("zstd 256 KiB", 256 << 10, "zstd", 64),
    ("zstd 16 KiB", 16 << 10, "zstd", 256),
    ("zstd 1 KiB", 1 << 10, "zstd", 256),
    ("ragged raw", 0, "raw", 256),
    ("ragged zstd", 0, "zstd", 256),
]
ROUND_SECONDS = 0.3
MAX_BATCHES = 4096


def make_data(width: int, megabytes: int):
    """Records that zstd makes a half to two thirds of; ragged: sequences of 16 to 2,048 int32."""
    random = np.random.default_rng(7)
    if width == 0:
        lengths = random.integers(16, 2049, (megabytes << 20) // 4128)
        return [random.integers(0, 50_000, length, "int32") for length in lengths]
    count = (megabytes << 20) // width
    return (random.integers(0, 64, (count, width), "uint8") * (random.random((count, 1)) < 0.9)).astype("uint8")


def write_rounds(contenders, data, codec: str, folder: pathlib.Path, rounds: int, note) -> dict:
    """Seconds of each write; the files of the last round stay."""
    seconds = {contender.name: [] for contender in contenders}
    failed = set()
    for number in range(rounds):
        for turn in range(len(contenders)):
            contender = contenders[(turn + number) % len(contenders)]
            path = folder / contender.name.replace(" ", "_")
            if path.is_dir():
                shutil.rmtree(path)
            path.unlink(missing_ok=True)
            if contender in failed:
                continue
            start = time.perf_counter()
            try:
                contender.write(path, data, codec)
            except Exception as error:  # other people's packages fail with whatever they like
                note(f"{contender.name} is left out of this case: {type(error).__name__}: {str(error)[:200]}")
                failed.add(contender)
                continue
            seconds[contender.name].append(time.perf_counter() - start)
    return {name: times for name, times in seconds.items() if len(times) == rounds}


def read_rounds(contenders, plan, data, folder: pathlib.Path, rounds: int, note) -> dict:
    live, counts = [], []
    for contender in contenders:
        contender.open(folder / contender.name.replace(" ", "_"), data)
        seconds = walk(contender, plan, 0, 2)
        count = max(1, min(len(plan), int(ROUND_SECONDS / seconds)))
        planned = range(min(len(plan), count * rounds))
        if not all(same(contender.read(plan[i]), data, plan[i]) for i in planned):
            note(f"{contender.name} is left out of this case: it returned other records")
            contender.close()
            continue
        live.append(contender)
        counts.append(count)
    seconds = {contender.name: [] for contender in live}
    for number in range(rounds):
        for turn in range(len(live)):
            at = (turn + number) % len(live)
            seconds[live[at].name].append(walk(live[at], plan, number * counts[at], counts[at]))
    for contender in live:
        contender.close()
    return seconds


def run_case(case, options, folder: pathlib.Path, note) -> dict:
    name, width, codec, batch = case
    data = make_data(width, options.megabytes)
    batch = min(batch, len(data))
    order = np.random.default_rng(1).permutation(len(data))[: len(data) // batch * batch].astype("int64")
    plan = list(order.reshape(-1, batch)[:MAX_BATCHES])
    taking = [one for one in available(options.peers, lambda text: None) if one.takes(codec, width == 0)]
    written = write_rounds(taking, data, codec, folder, options.write_rounds, note)
    read = read_rounds([one for one in taking if one.name in written], plan, data, folder, options.rounds, note)
    size = data.nbytes if isinstance(data, np.ndarray) else sum(record.nbytes for record in data)
    return {"case": name, "codec": codec, "records_a_batch": batch, "bytes": size, "write": written, "read": read}


def ours_is(rounds: dict, name: str) -> str:
    """How many times as fast ours is; ~ where the ranges of the rounds overlap."""
    if name == "zrecord" or "zrecord" not in rounds:
        return "–"
    ratio = statistics.median(rounds[name]) / statistics.median(rounds["zrecord"])
    apart = max(rounds["zrecord"]) < min(rounds[name]) or max(rounds[name]) < min(rounds["zrecord"])
    return f"{'' if apart else '~ '}{ratio:.2f}"


def print_case(result: dict) -> None:
    for name, seconds in sorted(result["read"].items(), key=lambda item: statistics.median(item[1])):
        writes = result["write"][name]
        speed = result["bytes"] / (1 << 20) / statistics.median(writes)
        print(f"| {result['case']} | {name} | {statistics.median(seconds) * 1e6:,.1f} | {min(seconds) * 1e6:,.1f} to "
              f"{max(seconds) * 1e6:,.1f} | {ours_is(result['read'], name)} | {speed:,.0f} | {ours_is(result['write'], name)} |",
              flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", action="store_true", help="other record stores too, as far as they are installed")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of reading")
    parser.add_argument("--write-rounds", type=int, default=3, help="rounds of writing")
    parser.add_argument("--megabytes", type=int, default=256, help="size of each data set")
    parser.add_argument("--case", action="append", help="only cases whose name contains this")
    parser.add_argument("--folder", type=pathlib.Path, help="where the data sets are written (default: the system's folder for temporary files)")
    parser.add_argument("--json", type=pathlib.Path, help="also write every round to this file")
    options = parser.parse_args()
    note = lambda text: print(text, file=sys.stderr)  # noqa: E731
    available(options.peers, note)
    results = []
    print("| case | contender | µs a batch | least to greatest | zrecord reads … times as fast | write MiB/s | zrecord writes … times as fast |")
    print("|---|---|---|---|---|---|---|")
    for case in CASES:
        if options.case and not any(part in case[0] for part in options.case):
            continue
        with tempfile.TemporaryDirectory(prefix="zr-compare-", dir=options.folder) as folder:
            results.append(run_case(case, options, pathlib.Path(folder), note))
        print_case(results[-1])
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
