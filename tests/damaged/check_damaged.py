"""Stores that loaderx 1.7.2 left when it was killed (tests/data/damaged): zr names every doubled, torn or mispaired record and
nothing else, repairs what can be repaired, and saves the rest; loaderx opens the results.

    check_damaged.py --zr ZR --data tests/data/damaged
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from loaderx.zrecord import DenseStore, RaggedStore


def run(zr, *arguments, status):
    done = subprocess.run([zr, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode not in status:
        raise AssertionError(f"zr {' '.join(map(str, arguments))}: status {done.returncode}, expected {status}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(wanted, found, what):
    if wanted != found:
        raise AssertionError(f"{what}: expected {wanted}, found {found}")


def copies(slots):
    """Lower slot to higher slot for every value that stands twice."""
    return {(low, high) for low, value in enumerate(slots) for high in range(low + 1, len(slots)) if value is not None and slots[high] == value}


def check_verify(zr, folder, expected):
    slots = expected["slots"]
    torn = any(copies(s) or None in s for s in slots.values()) or len({tuple(s) for s in slots.values()}) > 1
    report = {entry["path"]: entry for entry in json.loads(run(zr, "verify", folder, "--json", status=[1] if torn else [0]))}
    for stream, values in slots.items():
        issues = report[str(folder / stream)]["issues"]
        doubled = {(i["record"], i["other_record"]) for i in issues if i["kind"] == "duplicate"}
        expect(copies(values), doubled, f"{folder.name}/{stream}: doubled records")
        lost = {i["record"] for i in issues if i["kind"] in ("decode_failed", "bad_shape", "bad_entry", "read_failed")}
        expect({i for i, value in enumerate(values) if value is None}, lost, f"{folder.name}/{stream}: lost records")
        expect(len(doubled) + sum(value is None for value in values), len({(i["record"], i["kind"]) for i in issues if i["kind"] != "overlap"}),
               f"{folder.name}/{stream}: other findings")
    lengths = {len(s) for s in slots.values()}
    between = report.get(str(folder), {"issues": []})["issues"]
    if len(lengths) > 1:
        expect(True, any(i["kind"] == "unequal_lengths" for i in between), f"{folder.name}: unequal lengths")
        return
    rows = list(zip(*slots.values()))
    expect({i for i, row in enumerate(rows) if len(set(row)) > 1 and None not in row}, {i["record"] for i in between if i["kind"] == "mispaired"},
           f"{folder.name}: mispaired records")


def read_by_loaderx(maker, path, stream):
    store = RaggedStore(str(path)) if stream == "text" else DenseStore(str(path))
    known = [record.tobytes() for record in maker.records_of(stream)]
    found = []
    for i in range(len(store)):
        record = store[i].tobytes()
        found.append(known.index(record) if record in known else None)
    store.close()
    return found


def check_repair(zr, maker, folder, expected):
    slots = expected["slots"]
    if len({len(s) for s in slots.values()}) > 1:
        return
    torn = any(None in s for s in slots.values())
    run(zr, "repair", folder, "--apply", status=[1] if torn else [0])
    rows = None
    for stream, values in slots.items():
        if torn:
            continue
        now = read_by_loaderx(maker, folder / stream, stream)
        expect(sorted(set(values) if len(slots) == 1 else set.intersection(*(set(s) for s in slots.values()))), sorted(now), f"{folder.name}/{stream}: records after the repair")
        rows = rows or now
        expect(rows, now, f"{folder.name}/{stream}: rows that belong together")


def check_salvage(zr, maker, folder, expected, scratch):
    slots = expected["slots"]
    saved = scratch / "saved"
    if len({len(s) for s in slots.values()}) > 1:
        run(zr, "repair", folder, "--salvage", saved, status=[2])
        expect(False, saved.exists(), f"{folder.name}: a set that nobody can pair")
        return
    bad = {low for s in slots.values() for low, _ in copies(s)} | {i for s in slots.values() for i, v in enumerate(s) if v is None}
    records = len(next(iter(slots.values())))
    good = [i for i in range(records) if i not in bad]
    report = json.loads(run(zr, "repair", folder, "--salvage", saved, "--json", status=[0, 1]))
    expect(len(good), report["saved"], f"{folder.name}: records saved")
    expect([i for i in range(records) if i not in good], report["lost"], f"{folder.name}: records lost")
    for stream, values in slots.items():
        expect([values[i] for i in good], read_by_loaderx(maker, saved / stream, stream), f"{folder.name}/{stream}: what was saved")
    shutil.rmtree(saved)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zr", required=True)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.data))
    sys.dont_write_bytecode = True
    import make_damaged as maker

    cases = sorted(path.parent for path in arguments.data.glob("*/expected.json"))
    expect(sorted(maker.CASES), [case.name for case in cases], "cases")
    for case in cases:
        expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder) / case.name
            shutil.copytree(case, work)
            for stream in expected["slots"]:
                expect(expected["slots"][stream], maker.slots(work / stream, stream), f"{case.name}/{stream}: the data")
            check_verify(arguments.zr, work, expected)
            check_salvage(arguments.zr, maker, work, expected, pathlib.Path(folder))
            check_repair(arguments.zr, maker, work, expected)
        print(f"{case.name}: right")


if __name__ == "__main__":
    main()
