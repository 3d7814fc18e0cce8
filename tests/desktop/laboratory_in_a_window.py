#!/usr/bin/env python3
"""The panels of the laboratory in a real window, with real keys and clicks. A cell of the map leads to the record that zr names; a kept
run of a benchmark has the fingerprint and the bytes that zr measures; a long measurement is cancelled.

Built on curate_in_a_window.py: it waits for what the window says of itself, never for a time.
"""
import argparse
import glob
import json
import os
import shutil
import sys
import tempfile
import time

from curate_in_a_window import PATIENCE, RECORDS, SKIPPED, Store, Window

QUIET = {"state": "Open", "jobs": 0, "searching": False, "dialog": ""}


def tab_to(window: Window, name: str, key: str = "Tab") -> None:
    """Walks with the keyboard; every widget of the window is on the way once."""
    first = before = window.said()[-1]["focus"]
    for _ in range(120):
        if before == name:
            return
        window.tool("key", key)
        end = time.monotonic() + PATIENCE
        while window.said()[-1]["focus"] == before and time.monotonic() < end:
            time.sleep(0.01)
        before = window.said()[-1]["focus"]
    raise AssertionError(f"the keyboard does not reach {name} from {first}; the last was {before}")


def space(window: Window, store: Store) -> None:
    report, = json.loads(store.zr("stats", os.path.join(store.path, "image"), "--slots", "2048", "--json"))
    strip, = report["slots"]["strips"]
    begins = [cell for cell, records in enumerate(strip["records"]) if records]
    window.key("ctrl+7", focus="slotMap", **QUIET)
    window.key("Home")
    window.key("Return", current=strip["first"][begins[0]])
    for _ in range(begins[1]):
        window.tool("key", "Right")
    window.key("Return", current=strip["first"][begins[1]])
    window.shot("space")


def benchmark(window: Window, store: Store, home: str) -> float:
    window.key("ctrl+6", focus=lambda name: name.startswith("benchmark"), **QUIET)
    window.key("ctrl+shift+r", jobs=1)
    window.until(**QUIET)
    window.shot("benchmark")
    tab_to(window, "benchmarkKeep")
    window.key("space")
    files = []
    end = time.monotonic() + PATIENCE
    while not files and time.monotonic() < end:
        files = glob.glob(os.path.join(home, "config", "**", "benchmark-runs.json"), recursive=True)
    with open(files[0]) as file:
        kept, = json.load(file)
    measured, = json.loads(store.zr("bench", os.path.join(store.path, "image"), "--rounds", "1", "--json"))
    for name in ("fingerprint", "bytes_per_batch", "batch", "work", "order", "cache", "codec", "threads", "environment"):
        assert kept[name] == measured[name], (name, kept[name], measured[name])
    assert [line["name"] for line in kept["lines"]] == [line["name"] for line in measured["lines"]]
    assert all(len(line["nanoseconds"]) == 5 for line in kept["lines"])
    # So many rounds of single records take minutes, unless they are cancelled.
    for field, number in (("benchmarkBatch", "1"), ("benchmarkRounds", "1000")):
        tab_to(window, field)
        window.key("ctrl+a")
        window.type(number)
    window.key("Return", jobs=1)
    window.shot("measuring")
    tab_to(window, "benchmarkRun")
    begin = time.monotonic()
    window.key("space", **QUIET)
    took = time.monotonic() - begin
    window.shot("cancelled")
    return took


def others(window: Window) -> None:
    window.key("ctrl+3", focus=lambda name: name.startswith("sampler"), **QUIET)
    window.shot("sampler")
    window.key("ctrl+5", focus=lambda name: name.startswith("dictionary"), **QUIET)
    window.key("ctrl+r", jobs=1)
    window.until(**QUIET)
    window.shot("dictionaries")
    window.key("ctrl+4", focus=lambda name: name.startswith("loader") or name.startswith("batch"), **QUIET)
    for _ in range(3):
        window.key("F9", **QUIET)
    window.shot("loader")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workbench", required=True)
    parser.add_argument("--zr", required=True)
    parser.add_argument("--shots", help="folder for pictures of the panels")
    parser.add_argument("--theme", default="light")
    parser.add_argument("--require", action="store_true", help="fail where a program is missing")
    options = parser.parse_args()
    missing = [name for name in ("Xvfb", "xdotool", "openbox") if shutil.which(name) is None]
    if missing:
        print("missing:", *missing)
        return 1 if options.require else SKIPPED
    if options.shots:
        os.makedirs(options.shots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(options.zr, folder)
        with Window(options.workbench, folder, options.shots, "--theme", options.theme, store.path) as window:
            window.until(records=RECORDS, shown=RECORDS, focus="recordGrid", **QUIET)
            space(window, store)
            took = benchmark(window, store, folder)
            others(window)
            window.close()
    print(f"ok; a measurement was cancelled within {took * 1000:.0f} ms, the key press and the look at the window included")
    return 0


if __name__ == "__main__":
    sys.exit(main())
