"""Compares what 'zr sampler --json' reports with NumPy on the indices that 'zr sample' prints, and with the golden vectors."""
import argparse
import gzip
import json
import math
import pathlib
import subprocess

import numpy as np


def run(zr: str, *arguments: object) -> str:
    done = subprocess.run([zr, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, f"zr {' '.join(map(str, arguments))}: {done.stderr}"
    return done.stdout


def close(name: str, got: float, want: float) -> None:
    assert math.isclose(got, want, rel_tol=1e-8, abs_tol=1e-8), f"{name}: zr says {got}, NumPy {want}"


def same(name: str, got: object, want: object) -> None:
    assert got == want, f"{name}: zr says {got}, NumPy {want}"


def entropy(shares: np.ndarray) -> float:
    shares = shares[shares > 0]
    return float(-(shares * np.log2(shares)).sum())


def check_shuffle(figures: dict, order: np.ndarray, length: int) -> None:
    """`order`: the indices of the first pass."""
    same("positions", figures["positions"], len(order))
    bins = figures["difference_bins"]
    same("difference bins", bins, min(256, length, max((len(order) - 1) // 8, 2)))
    differences = (order[1:] - order[:-1]) % length
    binned = differences * bins // length
    close("entropy", figures["entropy_bits"], entropy(np.bincount(binned, minlength=bins) / len(differences)))
    sizes = np.bincount(np.arange(length) * bins // length, minlength=bins) / length
    bias = (bins - 1) / (2 * len(differences) * math.log(2))
    close("ideal entropy", figures["ideal_entropy_bits"], max(entropy(sizes) - bias, 0))
    close("mean jump", figures["mean_jump"], float(np.abs(np.diff(order)).mean()))
    close("next share", figures["next_share"], float((np.diff(order) == 1).mean()))
    correlation = float(np.corrcoef(order[:-1], order[1:])[0, 1])
    close("serial correlation", figures["serial_correlation"], correlation)
    close("deviations", figures["serial_deviations"], (correlation + 1 / len(differences)) * math.sqrt(len(order)))
    fields = figures["chi_square_bins"]
    same("fields", fields, min(16, length, max(int(math.sqrt(len(order) / 5)), 2)))
    table = np.zeros((fields, fields))
    np.add.at(table, (np.arange(len(order)) * fields // len(order), order * fields // length), 1)
    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    close("chi-square", figures["chi_square"], float(((table - expected) ** 2 / expected).sum()))
    same("degrees", figures["chi_square_degrees"], (table.shape[0] - 1) * (table.shape[1] - 1))


def check_order(zr: str, mode: str, length: int, batch: int, seed: int, steps: int, rank: int = 0, world: int = 1) -> dict:
    order_arguments = ["--length", length, "--mode", mode, "--batch", batch, "--seed", seed, "--steps", steps]
    printed = run(zr, "sample", *order_arguments)
    order = np.array([[int(word) for word in line.split()] for line in printed.splitlines()])
    if world > 1:
        order = order[:, rank::world][:, : order.shape[1] // world]
    report = json.loads(run(zr, "sampler", *order_arguments, "--rank", rank, "--world", world, "--json", "--dots", "--unseen"))
    flat = order.ravel()
    same("indices", report["indices"], len(flat))
    same("batch length", report["batch_length"], order.shape[1])
    cycle = max(length // batch, 1)
    same("steps of a cycle", report["steps_per_cycle"], cycle)
    counts = np.bincount(flat, minlength=length)
    same("seen", report["seen"], int((counts > 0).sum()))
    for done, seen in zip(report["coverage"]["steps"], report["coverage"]["seen"]):
        same(f"coverage after {done} steps", seen, len(np.unique(order[:done])))
    full = next((k for k in range(1, steps + 1) if len(np.unique(order[:k])) == length), None)
    same("all seen", report["all_seen_after"], full)
    visits = report["visits"]
    same("visits", (visits["least"], visits["most"]), (int(counts.min()), int(counts.max())))
    same("visit histogram", visits["histogram"], np.bincount(np.minimum(counts, 16), minlength=17).tolist())
    by_record = np.argsort(flat, kind="stable")
    gaps = np.diff(by_record)[np.diff(flat[by_record]) == 0]
    same("gaps", report["gaps"]["count"], len(gaps))
    if len(gaps):
        close("mean gap", report["gaps"]["mean"], float(gaps.mean()))
        same("gap histogram", report["gaps"]["histogram"], np.bincount(np.log2(gaps).astype(int)).tolist())
    unseen = [record for begin, end in report["unseen"]["ranges"] for record in range(begin, end)]
    if report["unseen"]["complete"]:
        same("unseen", unseen, np.flatnonzero(counts == 0).tolist())
    same("number unseen", report["unseen"]["count"], int((counts == 0).sum()))
    positions = np.array(report["dots"]["positions"])
    same("dots", report["dots"]["indices"], flat[positions].tolist())
    check_shuffle(report["shuffle"], order[: min(steps, cycle)].ravel(), length)
    return report


def check_golden(zr: str, data: pathlib.Path) -> int:
    with gzip.open(data / "golden/sampler_vectors.json.gz") as file:
        vectors = json.load(file)
    # One of each length, batch and mode: the sampler's own test goes through all seeds.
    chosen = {(vector["length"], vector["batch"], vector["mode"]): vector for vector in vectors}
    checked = 0
    for vector in chosen.values():
        first = [index for step in vector["first"] for index in step]
        if not 2 <= len(first) <= 8_000:
            continue
        report = json.loads(run(zr, "sampler", "--length", vector["length"], "--mode", ["sequential", "iid", "cyclic"][vector["mode"]],
                                "--batch", vector["batch"], "--seed", vector["seed"], "--steps", len(vector["first"]), "--json", "--dots"))
        same("golden order", report["dots"]["indices"], first)
        same("golden coverage", report["seen"], len(set(first)))
        checked += 1
    assert checked >= 20, f"only {checked} golden vectors were compared"
    return checked


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--zr", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    zr = arguments.zr
    shuffled = check_order(zr, "cyclic", 6_003, 64, 42, 200)
    assert shuffled["dropped_per_cycle"] == 6_003 % 64
    assert 0.001 < shuffled["shuffle"]["chi_square_p"] < 0.999
    # Large p on its own proves little: an order that mixes badly must be told from one that mixes well.
    stored = check_order(zr, "sequential", 6_003, 64, 42, 200)
    assert stored["shuffle"]["chi_square_p"] < 1e-12 and stored["shuffle"]["entropy_bits"] == 0
    check_order(zr, "iid", 777, 32, 7, 150)
    check_order(zr, "cyclic", 6_003, 64, 7, 150, rank=2, world=3)
    check_order(zr, "iid", 100_003, 500, 1, 90, rank=1, world=2)
    print(f"figures of five orders and {check_golden(zr, arguments.data)} golden vectors agree")


if __name__ == "__main__":
    main()
