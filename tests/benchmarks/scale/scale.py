#!/usr/bin/env python3
"""What one random record costs in stores of a thousand to 2^33 records.

    scale.py --driver BUILD/tests/benchmarks/scale/zr_scale --folder FOLDER [--svg FILE] [--json FILE] [--rounds N]

Makes dense raw stores of 8-byte records in FOLDER (up to 2.4 GB of disk and page cache, kept for the next run; the store of
2^33 records is sparse) and reads 65,536 random ones from each, the same in every round (of the sparse store 4,096 again
and again: the system keeps 128 KiB of zeros for every hole that is looked at); every record is compared. The
stores are read in interleaved rounds, the figure is the median of the rounds' best walks. With valgrind and strace, instructions and
system calls are counted too: the difference of two runs, so that they are those of the gathers alone. Prints a Markdown
table; --svg draws it.
"""
import argparse
import json
import math
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

STORES = [(str(10 ** power), "plain") for power in range(3, 9)] + [(str(1 << 33), "sparse"), ("1000000", "chunks")]
RUNS = [(256, 1), (65536, 1), (65536, 2)]  # records a batch, threads
FEW, MANY = 4, 12


def label(store) -> str:
    records, kind = store
    if kind == "chunks":
        return "10^6 in 4,096 chunks and segments"
    return "2^33, sparse" if kind == "sparse" else f"10^{len(records) - 1}"


def call(arguments, path: pathlib.Path, store, *action) -> str:
    done = subprocess.run([arguments.driver, path, *store, *map(str, action)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def counts(arguments, path: pathlib.Path, store, batch: int):
    """Instructions a record and system calls a batch."""
    totals = []
    for times in (FEW, MANY):
        with tempfile.TemporaryDirectory(prefix="zr-scale-") as folder:
            done = subprocess.run([arguments.valgrind, "--tool=callgrind", f"--callgrind-out-file={folder}/out",
                                   "--collect-systime=msec", arguments.driver, path, *store, "repeat", str(batch), str(times)],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
            text = (pathlib.Path(folder) / "out").read_text()
        events = re.search(r"^events: (.*)$", text, re.M).group(1).split()
        summary = re.search(r"^(?:summary|totals): (.*)$", text, re.M).group(1).split()
        totals.append(dict(zip(events, map(int, summary))))
    difference = [(totals[1][event] - totals[0][event]) / (MANY - FEW) for event in ("Ir", "sysCount")]
    return difference[0] / batch, difference[1]


def system_calls(arguments, path: pathlib.Path, store, batch: int):
    """A batch's, by strace: callgrind has not the address space to map a store of 2^33 records."""
    totals = []
    for times in (FEW, MANY):
        with tempfile.TemporaryDirectory(prefix="zr-scale-") as folder:
            done = subprocess.run([arguments.strace, "-f", "-c", "-o", f"{folder}/out", arguments.driver, path, *store, "repeat",
                                   str(batch), str(times)], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
            totals.append(int((pathlib.Path(folder) / "out").read_text().splitlines()[-1].split()[3]))
    return (totals[1] - totals[0]) / (MANY - FEW)


def measure(arguments) -> list[dict]:
    results = []
    for store in STORES:
        path = arguments.folder / "-".join(store)
        if not (path / "complete").exists():
            print(f"making {path}", file=sys.stderr)
            call(arguments, path, store, "make")
            (path / "complete").touch()
        results.append({"store": store, "path": path, "rounds": {run: [] for run in RUNS}})
    for number in range(arguments.rounds):
        for turn in range(len(results)):
            result = results[(turn + number) % len(results)]
            for run in RUNS:
                result["rounds"][run].append(json.loads(call(arguments, result["path"], result["store"], "time", *run)))
    for result in results:
        if result["store"][1] == "sparse":
            if arguments.strace:
                result["system_calls"] = system_calls(arguments, result["path"], result["store"], RUNS[0][0])
        elif arguments.valgrind:
            result["instructions"], result["system_calls"] = counts(arguments, result["path"], result["store"], RUNS[0][0])
    return results


def nanoseconds(result: dict, run) -> float:
    return statistics.median(one["nanoseconds"] for one in result["rounds"][run])


def least(result: dict, key: str) -> int:
    return min(one[key] for one in result["rounds"][RUNS[0]])


def table(results: list[dict]) -> str:
    lines = ["| records | ns, batch 256, 1 thread | ns, batch 65,536, 1 thread | 2 threads | instructions | system calls a batch "
             "| page faults | allocations | memory, MiB |", "|---|---|---|---|---|---|---|---|---|"]
    for result in results:
        times = " | ".join(f"{nanoseconds(result, run):.1f}" for run in RUNS)
        counted = " | ".join(format(result[key], style) if key in result else "–"
                             for key, style in (("instructions", ".1f"), ("system_calls", "g")))
        lines.append(f"| {label(result['store'])} | {times} | {counted} | {least(result, 'page_faults')} | "
                     f"{least(result, 'allocations')} | {least(result, 'anonymous_kilobytes') / 1024:.1f} |")
    return "\n".join(lines)


def drawing(results: list[dict]) -> str:
    """Nanoseconds a record over the number of records, both axes logarithmic."""
    width, height, left, top, right, bottom = 720, 340, 64, 24, 150, 48
    shown = [result for result in results if result["store"][1] != "chunks"]
    counts_ = [math.log10(int(result["store"][0])) for result in shown]
    times = [nanoseconds(result, run) for result in shown for run in RUNS]
    low, high = math.floor(math.log2(min(times))), math.ceil(math.log2(max(times)))
    x = lambda value: left + (value - 3) / (10 - 3) * (width - left - right)  # noqa: E731
    y = lambda value: height - bottom - (math.log2(value) - low) / (high - low) * (height - top - bottom)  # noqa: E731
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             '<title>Nanoseconds for a random record of 8 bytes, by the number of records in the store</title>',
             f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for power in range(low, high + 1):
        parts.append(f'<line x1="{left}" x2="{width - right}" y1="{y(2 ** power):.1f}" y2="{y(2 ** power):.1f}" stroke="#d8dce2"/>'
                     f'<text x="{left - 8}" y="{y(2 ** power) + 4:.1f}" text-anchor="end" fill="#40464f">{2 ** power} ns</text>')
    for power in range(3, 11):
        parts.append(f'<text x="{x(power):.1f}" y="{height - bottom + 18}" text-anchor="middle" fill="#40464f">10'
                     f'<tspan dy="-5" font-size="9">{power}</tspan></text>')
    parts.append(f'<text x="{(left + width - right) / 2}" y="{height - 8}" text-anchor="middle" fill="#40464f">records in the store</text>')
    ends = []
    for run, colour, name in zip(RUNS, ("#1f6feb", "#c2410c", "#15803d"),
                                 ("256 a batch", "65,536 a batch", "the same, 2 threads")):
        points = [(x(count), y(nanoseconds(result, run))) for count, result in zip(counts_, shown)]
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="' + " ".join(f"{a:.1f},{b:.1f}" for a, b in points) + '"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in points]
        ends.append([points[-1][1], points[-1][0], colour, name])
    ends.sort()
    for above, below in zip(ends, ends[1:]):
        below[0] = max(below[0], above[0] + 15)
    parts += [f'<text x="{a + 8:.1f}" y="{b + 4:.1f}" fill="{colour}">{name}</text>' for b, a, colour, name in ends]
    return "\n".join(parts) + "\n</svg>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="where the stores are kept")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--valgrind", default=shutil.which("valgrind"), help="empty: count nothing")
    parser.add_argument("--strace", default=shutil.which("strace"), help="empty: count no system calls of the sparse store")
    parser.add_argument("--svg", type=pathlib.Path, help="draw the times into this file")
    parser.add_argument("--json", type=pathlib.Path, help="also write every round to this file")
    parser.add_argument("--store", action="append", help="only stores whose label contains this")
    arguments = parser.parse_args()
    if arguments.store:
        STORES[:] = [store for store in STORES if any(part in label(store) for part in arguments.store)]
    arguments.folder.mkdir(parents=True, exist_ok=True)
    results = measure(arguments)
    print(table(results))
    if arguments.svg:
        arguments.svg.write_text(drawing(results))
    if arguments.json:
        arguments.json.write_text(json.dumps([{"store": label(result["store"]), "instructions": result.get("instructions"),
                                               "system_calls": result.get("system_calls"),
                                               "rounds": [{"batch": batch, "threads": threads, "runs": result["rounds"][batch, threads]}
                                                          for batch, threads in RUNS]} for result in results], indent=1) + "\n")


if __name__ == "__main__":
    main()
