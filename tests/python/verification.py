"""The verification of docs/verification.md: real and generated data, every codec, every loader mode, beside loaderx.

    tests/python/run_verification            everything, and docs/verification.md is written anew

Makes the data in a folder of its own, stores it with every codec, and compares every record that comes back, by a full scan and
by every mode and order of the loader, with the source. Then sizes are taken, and gather and loader are timed beside loaderx 1.7.2 on
the same stores. Exit status 1 when one byte differs.
"""
import argparse
import gzip
import json
import pathlib
import platform
import re
import shutil
import statistics
import struct
import subprocess
import sys
import time

import loaderx
import numpy as np
from loaderx.dataloader import DataLoader as LoaderxLoader
from loaderx.zrecord import DenseStore as LoaderxDense
from loaderx.zrecord import RaggedStore as LoaderxRagged
from loaderx.zsampler import Sampler as LoaderxSampler

import zrecord
from zrecord import DataLoader, DenseStore, RaggedStore, open_store, train_dict

FASHION = pathlib.Path("/usr/share/datasets/fashion-mnist")
BIBLE = pathlib.Path("/usr/lib/bible.data")
CODECS = ("raw", "zstd", "zstd_dict")
CLIP = (3, 300, 25, 2)
MODES = ("sequential", "iid", "cyclic")
ORDERS = ("stored", "shuffled", "independent", "local", "balanced", "stratified", "weighted")


# ---- the data -----------------------------------------------------------------------------------------------------------------


def fashion():
    """All 70,000 images and labels, those of the training set first."""
    images, labels = [], []
    for part in ("train", "t10k"):
        images.append(np.frombuffer(gzip.decompress((FASHION / f"{part}-images-idx3-ubyte.gz").read_bytes()), "u1", offset=16).reshape(-1, 28, 28))
        labels.append(np.frombuffer(gzip.decompress((FASHION / f"{part}-labels-idx1-ubyte.gz").read_bytes()), "u1", offset=8))
    return {"image": np.concatenate(images), "label": np.concatenate(labels)}


def verses():
    """The King James verses as gzip unpacks them, each line with its reference."""
    data = BIBLE.read_bytes()
    count = struct.unpack_from(">I", data, 88)[0]
    offsets = struct.unpack_from(f">{count + 1}I", data, 92)
    header = data[offsets[0] - 3:offsets[0]]
    text = b"".join(subprocess.run(["gzip", "-dc"], input=header + data[a:b], stdout=subprocess.PIPE, check=True).stdout
                    for a, b in zip(offsets, offsets[1:]))
    lines = [line for line in text.split(b"\n") if re.match(rb"\d?[A-Za-z]+\d+:\d+ ", line)]
    return {"verse": [np.frombuffer(line, "u1") for line in lines]}


def clips(count, path):
    """Skeleton clips in the NTU layout (channels, frames, joints, bodies), float32: smooth paths of joints, zero behind their last frame
    and, in three of four clips, where there is no second body. Written to a file, so that memory holds none of it."""
    if not path.exists():
        fresh = path.with_suffix(".new.npy")
        out = np.lib.format.open_memmap(fresh, "w+", "f4", (count, *CLIP))
        for i in range(count):
            rng = np.random.default_rng((2016, i))
            frames = int(rng.integers(40, 300))
            for body in range(1 if i % 4 else 2):
                pose = rng.normal(0, 0.4, (3, 1, 25)).astype("f4")
                steps = rng.normal(0, 0.012, (3, frames, 25)).astype("f4")
                out[i, :, :frames, :, body] = pose + np.cumsum(steps, axis=1, dtype="f4")
        out.flush()
        del out
        fresh.rename(path)
    return {"clip": np.load(path, mmap_mode="r"), "label": (np.arange(count) * 7 % 60).astype("i8")}


def data_sets(work, count):
    yield "Fashion-MNIST", fashion(), 256
    yield "King James", verses(), 256
    yield "skeleton clips", clips(count, work / "clips.npy"), 64


# ---- stores -------------------------------------------------------------------------------------------------------------------


def make(folder, streams, codec):
    """All streams with the codec, and the index of each record, raw."""
    shutil.rmtree(folder, ignore_errors=True)
    count = len(next(iter(streams.values())))
    for name, records in {**streams, "index": np.arange(count)}.items():
        own = codec if name != "index" and (isinstance(records, list) or records.ndim > 1) else "raw"
        dictionary = train_dict(records if not isinstance(records, list) else iter(records), "fast") if own == "zstd_dict" else None
        if isinstance(records, list):
            with RaggedStore(folder / name, records[0].dtype, own, dictionary, level=3) as store:
                for start in range(0, count, 8192):
                    store.append(records[start:start + 8192])
        else:
            with DenseStore(folder / name, records.dtype, records.shape[1:], own, dictionary, level=3) as store:
                step = max(1, (32 << 20) // max(1, records[:1].nbytes))
                for start in range(0, count, step):
                    store.append(np.ascontiguousarray(records[start:start + step]))


def opened(folder):
    return {path.name: open_store(path) for path in sorted(folder.iterdir())}


def close(stores):
    for store in stores.values():
        store.close()


# ---- what must hold -------------------------------------------------------------------------------------------------------------


def same(found, expected) -> bool:
    if isinstance(found, list):
        return len(found) == len(expected) and all(a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b) for a, b in zip(found, expected))
    return found.dtype == expected.dtype and found.shape == expected.shape and np.array_equal(found.view("u1") if found.ndim else found,
                                                                                              np.ascontiguousarray(expected).view("u1") if found.ndim else expected)


def picked(records, numbers):
    return [records[i] for i in numbers] if isinstance(records, list) else records[numbers]


def check(condition, what):
    if not condition:
        sys.exit(f"verification: {what} differs from the source")


def full_scan(folder, streams, reader) -> int:
    """Every record in order, through our package or through loaderx."""
    records = 0
    for name, source in streams.items():
        kind = (RaggedStore, LoaderxRagged) if isinstance(source, list) else (DenseStore, LoaderxDense)
        store = kind[0](folder / name, mode="r") if reader == "zrecord" else kind[1](str(folder / name))
        try:
            check(len(store) == len(source), f"the length of {folder / name}")
            step = 4096 if isinstance(source, list) else max(1, (16 << 20) // max(1, source[:1].nbytes))
            for start in range(0, len(source), step):
                check(same(store[start:min(start + step, len(source))], source[start:start + step]), f"{folder / name}, records from {start}, read by {reader}")
            records += len(source)
        finally:
            store.close()
    return records


def loader_pass(folder, streams, batch, what) -> int:
    """One cycle of a mode or an order: each batch is what the source holds at its indices, and they are the right ones."""
    stores = opened(folder)
    count = len(next(iter(streams.values())))
    options = {"mode": what} if what in MODES else {"order": what}
    classes = np.asarray(streams["label"]) if "label" in streams else np.arange(count) % 7
    if what in ("balanced", "stratified"):
        options["classes"] = classes
    if what == "weighted":
        options["weights"] = 1.0 + np.arange(count) % 5
    theirs = LoaderxSampler(count, batch, MODES.index(what), 42) if what in MODES else None
    seen = np.zeros(count, np.int64)
    records = 0
    try:
        with DataLoader(stores, batch_size=batch, seed=42, **options) as loader:
            for _ in range(loader.steps_per_cycle):
                found = next(loader)
                numbers = found["index"]
                if theirs is not None:
                    check(np.array_equal(numbers, next(theirs)), f"the order of mode {what} of {folder}")
                for name, source in streams.items():
                    check(same(found[name], picked(source, numbers)), f"step {loader.step} of {what}, stream {folder / name}")
                np.add.at(seen, numbers, 1)
                records += len(numbers)
    finally:
        close(stores)
    if what in ("cyclic", "shuffled", "local", "stratified"):
        check(seen.max() == 1 and seen.sum() > count - batch * 60, f"the coverage of {what} of {folder}")
    if what in ("sequential", "stored"):
        check(seen.min() >= 1 or count % batch, f"the coverage of {what} of {folder}")
    return records


def sizes(folder, name):
    with open_store(folder / name) as store:
        stats = store.stats()
    return stats["plain_bytes"], sum(file.stat().st_size for file in (folder / name).iterdir() if file.is_file())


# ---- how fast -------------------------------------------------------------------------------------------------------------------


def rate(draw, seconds):
    """Calls of draw in a second, for about so long."""
    draw()
    calls, start = 0, time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        draw()
        calls += 1
    return calls / (now - start)


def gather_rate(program, folder, name, ragged, plans, seconds):
    kind = {"zrecord": (DenseStore, RaggedStore), "loaderx": (LoaderxDense, LoaderxRagged)}[program][ragged]
    store = kind(folder / name, mode="r") if program == "zrecord" else kind(str(folder / name))
    try:
        turn = iter(range(10**9))
        return rate(lambda: store[plans[next(turn) % len(plans)]], seconds)
    finally:
        store.close()


def loader_rate(program, folder, ragged, batch, seconds):
    if program == "zrecord":
        stores = opened(folder)
        loader = DataLoader(stores, 2, batch, 4, 2, 42)
    else:
        stores = {path.name: (LoaderxRagged if path.name in ragged else LoaderxDense)(str(path)) for path in sorted(folder.iterdir())}
        loader = LoaderxLoader(stores, 2, batch, 4, 2, 42)
    try:
        with loader:
            return rate(lambda: next(loader), seconds)
    finally:
        close(stores)


def timings(work, shapes, seconds, rounds):
    """{set: {codec: {"gather" and "loader": {program: batches a second, the median of interleaved rounds}}}}"""
    found = {}
    for title, facts in shapes.items():
        rng = np.random.default_rng(1)
        plans = [rng.integers(0, facts["records"], facts["batch"]) for _ in range(16)]
        for codec in CODECS:
            folder = work / facts["folder"] / codec
            runs = {(what, program): [] for what in ("gather", "loader") for program in ("zrecord", "loaderx")}
            for _ in range(rounds):
                for program in ("zrecord", "loaderx"):
                    runs["gather", program].append(gather_rate(program, folder, facts["main"], facts["main"] in facts["ragged"], plans, seconds))
                    runs["loader", program].append(loader_rate(program, folder, facts["ragged"], facts["batch"], seconds))
            found.setdefault(title, {})[codec] = {what: {program: statistics.median(runs[what, program]) for program in ("zrecord", "loaderx")}
                                                  for what in ("gather", "loader")}
    return found


# ---- the whole --------------------------------------------------------------------------------------------------------------------


def verify(work, count):
    report = {}
    for title, streams, batch in data_sets(work, count):
        folder = title.lower().replace(" ", "-")
        main = next(iter(streams))
        facts = {"folder": folder, "records": len(streams[main]), "batch": batch, "main": main, "sizes": {}, "scanned": 0, "loaded": {},
                 "ragged": [name for name, records in streams.items() if isinstance(records, list)]}
        for codec in CODECS:
            stores = work / folder / codec
            if not (stores / "made").exists():
                make(stores, streams, codec)
            facts["sizes"][codec] = sizes(stores, main)
            for reader in ("zrecord", "loaderx"):
                facts["scanned"] += full_scan(stores, streams, reader)
            for what in MODES + ORDERS:
                facts["loaded"][what] = facts["loaded"].get(what, 0) + loader_pass(stores, streams, batch, what)
            print(f"{title}, {codec}: {facts['records']} records scanned by both, {len(MODES + ORDERS)} modes and orders, equal to the source", flush=True)
        report[title] = facts
    return report


def number(value):
    return f"{value:,.0f}"


def page(report):
    lines = ["# Verification", "", "Every byte of real and generated data comes back, in every way of reading. One command repeats all of this page:", "",
             "    tests/python/run_verification", "",
             f"It makes the data and the stores, compares, measures and writes this page ({report['about']}).", "", "## Data", "",
             "| set | records | streams | source |", "|---|---|---|---|",
             "| Fashion-MNIST | 70,000 | images (28, 28) and labels, uint8 | Debian package dataset-fashion-mnist |",
             "| King James | 31,102 | verses, ragged uint8 | Debian package bible-kjv |",
             f"| skeleton clips | {number(report['sets']['skeleton clips']['records'])} | clips (3, 300, 25, 2) float32 and labels | generated in the layout of NTU RGB+D: "
             "smooth paths of joints, zero behind the last frame and for absent bodies |", "",
             "Beside them each set has a stream with the index of every record. Each set is stored raw, with zstd (level 3) and with zstd and a trained "
             "dictionary of at most 32 KiB (level 3); labels and indices are raw.", "", "## What was compared", "",
             "Values, dtype and shape of every record, bit for bit, with the source:", "",
             "- by a full scan of every store through `zrecord`, and through loaderx 1.7.2 on the same files: "
             f"{number(sum(facts['scanned'] for facts in report['sets'].values()))} records;",
             "- by a whole cycle of every mode and order of the loader, each batch against the source at the indices that it names; those of "
             "loaderx's three modes are those of its own sampler, and the orders that visit every record do:", "",
             "| set | " + " | ".join(MODES + ORDERS) + " |", "|---|" + "---|" * len(MODES + ORDERS)]
    for title, facts in report["sets"].items():
        lines.append(f"| {title} | " + " | ".join(number(facts["loaded"][what]) for what in MODES + ORDERS) + " |")
    lines += ["", "(records compared, all codecs together). Nothing differed.", "", "## Sizes", "",
              "Files of the main stream, everything counted; the ratio is bytes in memory by bytes of the files.", "", "| set | in memory | raw | zstd | zstd_dict |",
              "|---|---|---|---|---|"]
    for title, facts in report["sets"].items():
        plain = facts["sizes"]["raw"][0]
        lines.append(f"| {title} | {number(plain)} | " + " | ".join(f"{number(size)} ({plain / size:.2f})" for _, size in facts["sizes"].values()) + " |")
    lines += ["", "## Throughput", "", "Batches a second, warm, on the same stores and indices: the median of interleaved rounds, each after a batch that is not counted. "
              "Gather reads random records of the main stream; the loader reads all streams in mode cyclic, 2 workers, prefetch 4. Batches of 256 records, of clips 64.",
              "", "| set | codec | gather zrecord | gather loaderx | | loader zrecord | loader loaderx | |", "|---|---|---|---|---|---|---|---|"]
    for title, codecs in report["timings"].items():
        for codec, found in codecs.items():
            cells = [cell for what in ("gather", "loader") for cell in (number(found[what]["zrecord"]), number(found[what]["loaderx"]),
                                                                        f"{found[what]['zrecord'] / found[what]['loaderx']:.2f} times")]
            lines.append(f"| {title} | {codec} | " + " | ".join(cells) + " |")
    lines += ["", "Figures of another machine or day cannot be compared with these; the ratios within a row can.", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for data and stores; about 5 GB")
    parser.add_argument("--clips", type=int, default=8192)
    parser.add_argument("--page", type=pathlib.Path, help="write the page there")
    parser.add_argument("--part", choices=("all", "verify", "time"), default="all", help="time uses what verify has left in the folder")
    parser.add_argument("--seconds", type=float, default=0.25, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    known = arguments.work / "verified.json"
    if arguments.part != "time":
        known.write_text(json.dumps(verify(arguments.work, arguments.clips)))
    if arguments.part == "verify":
        return
    sets = json.loads(known.read_text())
    about = f"{platform.machine()}, {len(__import__('os').sched_getaffinity(0))} cores, Linux, Python {platform.python_version()}, NumPy {np.__version__}, " \
            f"zrecord {zrecord.__version__}, loaderx {getattr(loaderx, '__version__', '1.7.2')}"
    report = {"sets": sets, "timings": timings(arguments.work, sets, arguments.seconds, arguments.rounds), "about": about}
    text = page(report)
    if arguments.page:
        arguments.page.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
