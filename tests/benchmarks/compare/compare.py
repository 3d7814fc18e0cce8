#!/usr/bin/env python3
"""Compares reading batches with zrecord, loaderx and NumPy: the same records, the same plan, in interleaved rounds.

    PYTHONPATH=<build>/python compare.py [--rounds N] [--megabytes N] [--json FILE]

Every planned result is compared with the records that were written before anything is timed; whoever returns something
else is left out and named. Only ratios within one run mean anything. The page cache is warm; a result is given back
before the next one is asked for.
"""
import argparse
import json
import pathlib
import statistics
import sys
import tempfile
import time

import numpy as np

import contenders

CASES = [  # name, bytes of a record (0 = ragged), codec, records a batch
    ("raw 256 KiB", 256 << 10, "raw", 64),
    ("raw 16 KiB", 16 << 10, "raw", 256),
    ("raw 1 KiB", 1 << 10, "raw", 256),
    ("raw 1 KiB, batch 8", 1 << 10, "raw", 8),
    ("raw 1 KiB, batch 1", 1 << 10, "raw", 1),
    ("zstd 16 KiB", 16 << 10, "zstd", 256),
    ("zstd 1 KiB", 1 << 10, "zstd", 256),
    ("ragged raw", 0, "raw", 256),
    ("ragged zstd", 0, "zstd", 256),
]
ROUND_SECONDS = 0.3


def make_data(width: int, megabytes: int):
    """Records that zstd makes a half to two thirds of; ragged: sequences of 16 to 2,048 int32."""
    random = np.random.default_rng(7)
    if width == 0:
        lengths = random.integers(16, 2049, (megabytes << 20) // 4128)
        return [random.integers(0, 50_000, length, "int32") for length in lengths]
    count = (megabytes << 20) // width
    return (random.integers(0, 64, (count, width), "uint8") * (random.random((count, 1)) < 0.9)).astype("uint8")


def same(result, data, indices) -> bool:
    if isinstance(data, np.ndarray):
        expected = data[indices]
        return result.dtype == expected.dtype and result.shape == expected.shape and bool((result == expected).all())
    return len(result) == len(indices) and all(
        one.dtype == data[i].dtype and np.array_equal(one, data[i]) for one, i in zip(result, indices))


def walk(contender, plan, first: int, count: int) -> float:
    """Seconds a batch."""
    batches = [plan[(first + i) % len(plan)] for i in range(count)]
    read = contender.read
    start = time.perf_counter()
    for indices in batches:
        result = None
        result = read(indices)  # noqa: F841
    return (time.perf_counter() - start) / count


def run_case(case, folder: pathlib.Path, options, note) -> dict | None:
    name, width, codec, batch = case
    data = make_data(width, options.megabytes)
    batch = min(batch, len(data))
    order = np.random.default_rng(1).permutation(len(data))[: len(data) // batch * batch].astype("int64")
    plan = [[int(i) for i in part] if width == 0 else part for part in order.reshape(-1, batch)[:4096]]
    live, counts = [], []
    for contender in contenders.available(lambda text: None):
        path = folder / f"{name}-{contender.name}".replace(" ", "_")
        try:
            contender.write(path, data, codec)
        except NotImplementedError:
            continue
        contender.open(path, width == 0)
        if not all(same(contender.read(indices), data, indices) for indices in plan):
            note(f"{name}: {contender.name} is left out: it returned other records")
            continue
        seconds = walk(contender, plan, 0, min(len(plan), 8))
        live.append(contender)
        counts.append(max(1, min(len(plan), int(ROUND_SECONDS / seconds))))
    rounds = {contender.name: [] for contender in live}
    for number in range(options.rounds):
        for turn in range(len(live)):
            at = (turn + number) % len(live)
            rounds[live[at].name].append(walk(live[at], plan, number * counts[at], counts[at]))
    for contender in live:
        contender.close()
    return {"case": name, "rounds": rounds}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=256, help="size of each data set")
    parser.add_argument("--case", action="append", help="only cases whose name contains this")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    note = lambda text: print(text, file=sys.stderr)  # noqa: E731
    contenders.available(note)
    results = []
    print("| case | " + " | ".join(("zrecord", "loaderx", "numpy", "zrecord / loaderx", "zrecord / numpy")) + " |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="zr-compare-") as folder:
        for case in CASES:
            if options.case and not any(part in case[0] for part in options.case):
                continue
            with tempfile.TemporaryDirectory(dir=folder) as place:
                result = run_case(case, pathlib.Path(place), options, note)
            results.append(result)
            median = {name: statistics.median(seconds) for name, seconds in result["rounds"].items()}
            cells = [f"{median[name] * 1e6:,.1f} µs" if name in median else "–" for name in ("zrecord", "loaderx", "numpy")]
            for other in ("loaderx", "numpy"):
                both = "zrecord" in median and other in median
                cells.append(f"{median[other] / median['zrecord']:.2f} times as fast" if both else "–")
            print(f"| {result['case']} | " + " | ".join(cells) + " |", flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
