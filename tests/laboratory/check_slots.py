"""Compares 'zr stats --slots --json' with NumPy on the location tables, read by the rules of the format alone."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ENTRY = np.dtype([("offset", "<u4"), ("stored", "<u4"), ("plain", "<u4"), ("chunk", "<u4")])


def run(zr: str, *arguments: object) -> str:
    done = subprocess.run([zr, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, f"zr {' '.join(map(str, arguments))}: {done.stderr}"
    return done.stdout


def same(name: str, got: object, want: object) -> None:
    assert got == want, f"{name}: zr says {got}, NumPy {want}"


def check(zr: str, store: pathlib.Path, cells: int) -> None:
    report, = json.loads(run(zr, "stats", store, "--slots", cells, "--json"))
    slots = report["slots"]
    ragged = report["kind"] == "ragged"
    entries = np.fromfile(store / "0.loc", ENTRY)[:report["records"] * (2 if ragged else 1)]
    payloads = entries[::2] if ragged else entries
    used = report["chunk_bytes"]
    size = slots["cell_bytes"]
    same("cell bytes", size, max(-(-used // cells), 1))
    strip, = slots["strips"]
    live = np.zeros(used, np.int64)
    for entry in entries:
        live[int(entry["offset"]):int(entry["offset"]) + int(entry["stored"])] += 1
    assert live.max(initial=0) <= 1
    want = [int(live[start:start + size].sum()) for start in range(0, used, size)]
    same("live", strip["live"], want)
    same("dead", slots["dead_bytes"], int(used - live.sum()))
    begins = payloads["offset"].astype(np.int64) // size
    same("records", strip["records"], np.bincount(begins, minlength=len(want)).tolist())
    same("stored", strip["stored"], np.bincount(begins, payloads["stored"], minlength=len(want)).astype(np.int64).tolist())
    for cell, first in enumerate(strip["first"]):
        inside = np.flatnonzero(begins == cell)
        if len(inside):
            same("first", first, int(inside[np.argmin(payloads["offset"][inside])]))
    forecast = slots["compacting"]
    same("compacting frees", forecast["freed_bytes"], slots["dead_bytes"])
    same("compacting needs", forecast["needed_bytes"], slots["live_bytes"] + 16 * len(entries) + (1 << 20))
    assert forecast["seconds"] > 0 or not len(entries), forecast
    same("sizes", slots["sizes"], np.bincount(np.log2(payloads["stored"]).astype(int), minlength=32).tolist())
    quarters = np.minimum(payloads["plain"].astype(np.int64) * 4 // payloads["stored"], 23)
    same("ratios", slots["ratios"], np.bincount(quarters, minlength=24).tolist())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--zr", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    zr, data = arguments.zr, arguments.data
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        random = np.random.default_rng(7)
        np.save(folder / "a.npy", random.integers(0, 4, (300, 40), np.uint8))
        for codec in ("raw", "zstd"):
            store = folder / codec
            run(zr, "import", store, folder / "a.npy", "--codec", codec)
            for cells in (1, 10, 997):
                check(zr, store, cells)
            run(zr, "delete", store, "10:100")
            for cells in (1, 10, 997):
                check(zr, store, cells)
        check(zr, sorted((data / "golden" / "accepted").glob("ragged-*-zstd-fresh"))[0], 50)


if __name__ == "__main__":
    sys.exit(main())
