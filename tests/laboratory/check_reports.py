"""Compares what 'zr bench', 'zr tune', 'zr sampler' and 'zr stats' print with --json, what they write with --report in the same run,
and figures computed here from the raw ones. Trains twice: the same seed must give the same dictionary."""
import argparse
import html.parser
import importlib.util
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import numpy as np


def run(zr: str, *arguments: object) -> str:
    done = subprocess.run([zr, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, f"zr {' '.join(map(str, arguments))}: {done.stderr}"
    return done.stdout


def measured(zr: str, page: pathlib.Path, *arguments: object) -> tuple[object, dict]:
    """What --json prints, and the numbers of the page."""
    printed = json.loads(run(zr, *arguments, "--json", "--report", page, "--force"))
    text = page.read_text()
    html.parser.HTMLParser().feed(text)
    assert "src=" not in text and "href=" not in text, "the page needs other files"
    return printed, json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))


def close(name: str, got: float, want: float, by: float = 1e-9) -> None:
    assert math.isclose(got, want, rel_tol=by, abs_tol=1e-12), f"{name}: zr says {got}, here {want}"


def nearest_rank(values: list[int], share: float) -> int:
    return sorted(values)[max(math.ceil(share * len(values)), 1) - 1]


def check_bench(zr: str, store: pathlib.Path, page: pathlib.Path, codec: str, *more: str) -> None:
    (report,), shown = measured(zr, page, "bench", store, "--batch", 32, "--rounds", 3, "--batches", 4, *more)
    medians = {}
    for line in report["lines"]:
        assert len(line["nanoseconds"]) == 3
        medians[line["name"]] = statistics.median(line["nanoseconds"])
        for share in (50, 95, 99):
            assert line[f"p{share}"] == nearest_rank(line["latencies"], share / 100), line
    total, read = medians["map"], min(medians["part: read"], medians["map"])
    bare = medians["limit: libzstd" if codec == "zstd" else "limit: memcpy"]
    worked = min(max(bare - read, 0), total - read)
    split = report["split"]
    assert abs(split["read"] - read) <= 1 and abs(split["other"] - (total - read - worked)) <= 2, (split, medians)
    assert abs(split["decompress" if codec == "zstd" else "copy"] - worked) <= 2 and split["copy" if codec == "zstd" else "decompress"] == 0
    best = min(median for name, median in medians.items() if name.startswith("limit"))
    verdict = report["verdict"]
    if verdict["kind"] != "reading":
        assert abs(verdict["share"] - best / total) <= 0.001 + 2 / total, (verdict, medians)
        # A share this near to the border may fall to either side once it is rounded.
        if abs(best / total - 0.75) > 0.01:
            assert (verdict["kind"] == "overhead") == (best / total < 0.75), (verdict, medians)
    assert shown["facts"]["fingerprint"] == report["fingerprint"]
    speeds = {}
    for series in shown["plots"][0]["series"]:
        for place, speed in zip(series["x"], series["y"]):
            speeds[shown["plots"][0]["categories"][int(place)]] = speed
    for name, median in medians.items():
        if not name.startswith("part"):
            match = [speed for shown_name, speed in speeds.items() if shown_name.removeprefix("limit: ") == name.removeprefix("limit: ")]
            assert any(math.isclose(speed, report["bytes_per_batch"] / 2**20 / (median * 1e-9), rel_tol=2 / median + 1e-6) for speed in match), (name, speeds, medians)


def check_peers(zr: str, store: pathlib.Path, page: pathlib.Path, codec: str) -> None:
    """Packages of the Python that runs this, by turns with ours; loaderx reads its own files of the same records."""
    os.environ["ZRECORD_PYTHON"] = sys.executable
    (report,), shown = measured(zr, page, "bench", store, "--batch", 32, "--rounds", 2, "--batches", 4, "--peers")
    peers = {line["name"]: line for line in report["lines"] if line["peer"]}
    assert {"loaderx", "numpy" if codec == "raw" else "numpy raw"} <= set(peers), (peers.keys(), report["notes"])
    for line in peers.values():
        assert len(line["nanoseconds"]) == 2 and min(line["nanoseconds"]) > 0 and not line["limit"] and line["latencies"], line
    missing = [name for name in ("h5py", "lmdb") if importlib.util.find_spec(name) is None]
    assert all(any(name in note for note in report["notes"]) for name in missing), report["notes"]
    series = next(one for one in shown["plots"][0]["series"] if one["name"] == "other packages")
    assert len(series["x"]) == len(peers)


def check_synthetic(zr: str, page: pathlib.Path) -> None:
    reports, _ = measured(zr, page, "bench", "--synthetic", "int32", "--shape", "32,16", "--compressibility", "0.8", "--records", 2000, "--batch", 32, "--rounds", 2, "--batches", 4)
    report, = reports
    assert report["path"] == "synthetic <i4 (32, 16), compressibility 0.8, zstd, 2000 records" and report["bytes_per_batch"] == 32 * 2048
    again, = json.loads(run(zr, "bench", "--synthetic", "int32", "--shape", "32,16", "--compressibility", "0.8", "--records", 2000, "--rounds", 1, "--batches", 1, "--json"))
    assert again["fingerprint"] == report["fingerprint"]


def check_tune(zr: str, store: pathlib.Path, folder: pathlib.Path) -> None:
    reports = []
    for number, seed in enumerate((5, 5, 6)):
        kept = folder / f"{number}.dict"
        report, shown = measured(zr, folder / "tune.html", "tune", store, "--candidate", "zstd", "--candidate", "4K:5", "--seed", seed, "--rounds", 1,
                                 "--keep", "4 KiB, level 5", "--output", kept)
        reports.append(([(one["name"], one["ratio"], one["stored_bytes"], one["dictionary_bytes"]) for one in report["candidates"]], kept.read_bytes()))
        points = sorted(x for series in shown["plots"][0]["series"] for x in series["x"])
        assert np.allclose(points, sorted(one["ratio"] for one in report["candidates"]), rtol=1e-3), (points, report["candidates"])
    assert reports[0] == reports[1], "the same seed gave another dictionary or other ratios"
    assert reports[0][1] != reports[2][1], "another seed gave the same dictionary"


def check_sampler_and_stats(zr: str, store: pathlib.Path, page: pathlib.Path) -> None:
    report, shown = measured(zr, page, "sampler", store, "--batch", 50, "--steps", 7)
    coverage = next(plot for plot in shown["plots"] if plot["y"] == "records seen, %")["series"][0]
    records = json.loads(run(zr, "stats", store, "--json"))[0]["records"]
    close("coverage", coverage["y"][-1], 100 * report["seen"] / records, 1e-6)
    assert shown["facts"]["seen"].replace(",", "") == f"{report['seen']} of {records}", shown["facts"]
    (stats,), shown = measured(zr, page, "stats", store, "--slots", 30)
    facts = {name: value.replace(",", "") for name, value in shown["facts"].items()}
    slots = stats["slots"]
    assert (facts["live, bytes"], facts["dead, bytes"]) == (str(slots["live_bytes"]), str(slots["dead_bytes"])), (facts, slots)
    assert slots["live_bytes"] == stats["live_bytes"] and slots["dead_bytes"] == stats["reclaimable_bytes"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--zr", required=True)
    parser.add_argument("--data", type=pathlib.Path)
    arguments = parser.parse_args()
    zr = arguments.zr
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        random = np.random.default_rng(11)
        words = random.integers(0, 256, (40, 16), np.uint8)
        np.save(folder / "a.npy", words[random.integers(0, 40, (3_000, 12))].reshape(3_000, 192))
        for codec in ("raw", "zstd"):
            run(zr, "import", folder / codec, folder / "a.npy", "--codec", codec)
            run(zr, "delete", folder / codec, "10:60")
            check_bench(zr, folder / codec, folder / "bench.html", codec)
            check_bench(zr, folder / codec, folder / "bench.html", codec, "--cold", "--threads", "1", "--order", "sequential")
            check_peers(zr, folder / codec, folder / "bench.html", codec)
            check_sampler_and_stats(zr, folder / codec, folder / "page.html")
        check_synthetic(zr, folder / "synthetic.html")
        check_tune(zr, folder / "zstd", folder)


if __name__ == "__main__":
    sys.exit(main())
