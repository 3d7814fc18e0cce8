"""Counts what hot paths cost, against stored counts.

    hot_paths.py DRIVER --valgrind VALGRIND --build BUILD [--refresh]

Two runs of each case under callgrind, the second with more repeats: the difference is the cost of the repeats alone.
Counted are instructions and system calls. Instructions may not grow by more than 5 % over the count stored for this build
and version of zstd; a build that has none is counted and shown, and judged by its system calls alone. System calls for
each repeat are stored for all builds, and may not grow at all. --refresh stores what was counted.
"""
import argparse
import ctypes.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

STORED = pathlib.Path(__file__).with_name("hot_paths.json")
FEW, MANY = 4, 12
TOLERANCE = 1.05


def zstd_version() -> str:
    library = ctypes.CDLL(ctypes.util.find_library("zstd"))
    number = library.ZSTD_versionNumber()
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def callgrind(arguments: argparse.Namespace, case: str, times: int) -> tuple[int, int]:
    """Instructions and system calls of one run."""
    with tempfile.TemporaryDirectory(prefix="zr-counts-") as folder:
        command = [arguments.valgrind, "--tool=callgrind", f"--callgrind-out-file={folder}/out", "--collect-systime=msec",
                   arguments.driver, folder, case, str(times)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{case}: {done.stderr}")
        text = (pathlib.Path(folder) / "out").read_text()
    events = re.search(r"^events: (.*)$", text, re.M).group(1).split()
    totals = dict(zip(events, map(int, re.search(r"^(?:summary|totals): (.*)$", text, re.M).group(1).split())))
    return totals["Ir"], totals["sysCount"]


def cost(arguments: argparse.Namespace, case: str) -> dict[str, float]:
    few, many = callgrind(arguments, case, FEW), callgrind(arguments, case, MANY)
    return {"instructions": round((many[0] - few[0]) / (MANY - FEW)), "system_calls": (many[1] - few[1]) / (MANY - FEW)}


def judge(case: str, got: dict[str, float], stored: dict, key: str) -> list[str]:
    faults = []
    calls = stored["system_calls"].get(case)
    if calls is None or got["system_calls"] > calls:
        faults.append(f"{case}: {got['system_calls']} system calls a repeat, {calls} are stored")
    instructions = stored["instructions"].get(key, {}).get(case)
    if instructions is not None and got["instructions"] > instructions * TOLERANCE:
        faults.append(f"{case}: {got['instructions']} instructions a repeat, {instructions} are stored for {key}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("driver")
    parser.add_argument("--valgrind", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--refresh", action="store_true")
    arguments = parser.parse_args()
    key = f"{arguments.build}, zstd {zstd_version()}"
    stored = json.loads(STORED.read_text())
    cases = subprocess.run([arguments.driver], capture_output=True, text=True, check=True).stdout.split()
    faults = []
    for case in cases:
        got = cost(arguments, case)
        print(f"{case:24} {got['instructions']:12,} instructions {got['system_calls']:6} system calls", flush=True)
        if arguments.refresh:
            stored["instructions"].setdefault(key, {})[case] = got["instructions"]
            stored["system_calls"][case] = got["system_calls"]
        else:
            faults += judge(case, got, stored, key)
    if arguments.refresh:
        STORED.write_text(json.dumps(stored, indent=2) + "\n")
    for fault in faults:
        print(fault)
    if faults:
        print("When the new cost is meant: run this command with --refresh and say in the change why.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
