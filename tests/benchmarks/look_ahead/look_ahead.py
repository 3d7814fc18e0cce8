"""Loading records that are not in memory, with and without looking ahead, and what looking ahead costs when they are.

    python tests/benchmarks/look_ahead/look_ahead.py --zr build/core-only/bin/zr --folder FOLDER

Makes stores of random records in FOLDER (kept for the next run), then runs `zr load` in interleaved rounds. Before a cold run the
system is told to forget the files (posix_fadvise DONTNEED; the disk's own cache remains). Prints batches a second, medians.
FOLDER must lie on the disk that is meant, not in memory.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

import numpy as np

CASES = {"raw, 4 KiB": (["--codec", "raw"], 4096), "raw, 64 KiB": (["--codec", "raw"], 65536)}


def make(zr, path, arguments, width, size):
    if path.exists():
        return
    rng = np.random.default_rng(1)
    subprocess.run([zr, "create", path, "--dtype", "u1", "--shape", str(width), *arguments], check=True, stdout=subprocess.DEVNULL)
    part = path.with_suffix(".npy")
    for _ in range(size // (64 << 20)):
        np.save(part, rng.integers(0, 256, ((64 << 20) // width, width), "u1"))
        subprocess.run([zr, "append", path, part], check=True, stdout=subprocess.DEVNULL)
    part.unlink()


def forget(path):
    for file in path.iterdir():
        if file.is_file():
            descriptor = os.open(file, os.O_RDONLY)
            os.fdatasync(descriptor)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)


def load(zr, path, mode, batch, steps, look_ahead, threads):
    done = subprocess.run([zr, "load", path, "--mode", mode, "--batch", str(batch), "--steps", str(steps), "--look-ahead", str(look_ahead),
                           "--threads", str(threads), "--json"], check=True, capture_output=True, text=True)
    report = json.loads(done.stdout)
    return report["batches"] / report["seconds"], report["requested_bytes"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zr", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--size", type=int, default=1024, help="MiB of each store")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--depths", type=int, nargs="*", default=[0, 2, 8, 32])
    parser.add_argument("--only", choices=("cold", "warm"))
    parser.add_argument("--case", choices=CASES, action="append", help="only this one")
    parser.add_argument("--mode", choices=("independent", "local"), action="append", help="only this one")
    parser.add_argument("--make", action="store_true", help="make the stores and no more")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, (options, width) in CASES.items():
        path = arguments.folder / name.replace(", ", "-").replace(" ", "-")
        make(arguments.zr, path, options, width, arguments.size << 20)
        if arguments.make or (arguments.case and name not in arguments.case):
            continue
        batch = max(16, min(256, (1 << 20) // width))
        steps = min((96 << 20) // (batch * width), (arguments.size << 20) // (batch * width))
        for state in (arguments.only,) if arguments.only else ("cold", "warm"):
            for mode in arguments.mode or ("independent", "local"):
                runs = {depth: [] for depth in arguments.depths}
                if state == "warm":
                    load(arguments.zr, path, "sequential", batch, (arguments.size << 20) // (batch * width), 0, 2)
                for _ in range(arguments.rounds):
                    for depth in arguments.depths:
                        if state == "cold":
                            forget(path)
                        rate, asked = load(arguments.zr, path, mode, batch, steps if state == "cold" else 4 * steps, depth, 2)
                        if state == "warm" and asked:
                            sys.exit(f"{asked} bytes were asked for though all were in memory")
                        runs[depth].append(rate)
                print(f"{name}, {state}, {mode}, batch {batch}: "
                      + ", ".join(f"look-ahead {depth}: {statistics.median(rates):,.0f} batches/s" for depth, rates in runs.items()), flush=True)


if __name__ == "__main__":
    main()
