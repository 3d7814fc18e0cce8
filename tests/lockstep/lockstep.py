"""lockstep.py DRIVER [--scripts N] [--first SEED]: the same random scripts in our library and in loaderx.

After every step each program opens the other's store: raw stores must be equal byte for byte over what is live, compressed
ones record for record, and both programs must count the same statistics on either store. Now and then the two stores change
hands. A failure prints the seed and the shortest script that still fails."""
import argparse
import functools
import multiprocessing
import pathlib
import random
import shutil
import struct
import sys
import tempfile
import traceback

import numpy as np
from loaderx.utils import train_dict

import zr_reader
from both_sides import Form, Ours, Theirs

DTYPES = ("|u1", "<u2", "<f4", ">i4", "<f8", "<U3", "|S5", "<M8[ns]", "|b1", [("a", ">u2"), ("b", "<f4", (2,)), ("c", "|u1")])
SHAPES = ((), (1,), (4,), (3, 2), (2, 3, 2), (50,), (700,))


@functools.cache
def dictionary(number):
    if number == 0:
        return b"raw content: the words of this dictionary are not trained, 0123456789"
    noise = random.Random(number)
    words = [bytes(noise.choices(range(256), k=9)) for _ in range(60)]
    return train_dict([b"".join(noise.choices(words, k=12)) for _ in range(400)], "fast")


def make_record(noise, dtype, shape):
    """Bytes that compress a little, not at all or very well; bool bytes stay 0 and 1."""
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    kind = noise.randrange(4)
    if dtype.kind == "b":
        data = bytes(noise.choices((0, 1), k=size))
    elif dtype.kind == "U":  # valid code points only
        data = np.array([noise.randrange(1, 0x250) for _ in range(size // 4)], "<u4").tobytes()
    elif kind == 0:
        data = bytes(size)
    elif kind == 1:
        data = noise.randbytes(size)
    else:
        data = (noise.randbytes(1 + noise.randrange(12)) * size)[:size]
    return np.frombuffer(data, np.uint8).view(np.dtype((np.void, dtype.itemsize))).view(dtype).reshape(shape)


class Script:
    """A form and steps; each step stands alone, so that any of them can be left out: numbers are taken modulo the length."""

    def __init__(self, seed):
        noise = random.Random(seed)
        codec = noise.choice(("raw", "raw", "zstd", "zstd_dict"))
        self.form = Form(noise.choice(("dense", "ragged")), noise.choice(DTYPES), codec, noise.choice(SHAPES),
                         dictionary(noise.randrange(3)) if codec == "zstd_dict" else None)
        self.seed = seed
        self.steps = [self._step(noise) for _ in range(noise.randrange(4, 13))]

    @staticmethod
    def _step(noise):
        name = noise.choices(("append", "delete", "compact", "swap"), (6, 5, 3, 1))[0]
        if name == "append":
            return name, noise.choice((1, 1, 2, 7, 30, 90)), noise.randrange(1 << 30)
        if name == "delete":
            return name, noise.choice((1, 1, 3, 20, 1000)), noise.randrange(1 << 30)
        return (name,)

    def records(self, count, seed):
        noise = random.Random(seed)
        shape = self.form.item_shape
        return [make_record(noise, self.form.dtype, shape if self.form.kind == "dense" else
                            tuple(noise.randrange(1, 6) for _ in range(noise.randrange(4)))) for _ in range(count)]

    @staticmethod
    def indices(count, seed, length):
        noise = random.Random(seed)
        if count >= 1000:  # all, in some order
            return noise.sample(range(length), length)
        return [noise.randrange(length) for _ in range(count)]  # repeats on purpose


def live_bytes(folder):
    """The header and identity, and entry for entry the stored bytes, as they lie in the files."""
    folder = pathlib.Path(folder)
    meta = (folder / "meta.zr").read_bytes()
    length, = struct.unpack_from("<Q", meta, 14)
    table = (folder / "0.loc").read_bytes()[:16 * length] if length else b""
    chunk = (folder / "0.chunk").read_bytes()
    stored = [chunk[offset:offset + phys] for offset, phys, _, _ in struct.iter_unpack("<IIII", table)]
    return {"meta.zr": meta, "store.zr": (folder / "store.zr").read_bytes(), "0.loc": table, "stored": stored}


def same_records(records, expected, what):
    assert len(records) == len(expected), f"{what}: {len(records)} records instead of {len(expected)}"
    for i, (record, other) in enumerate(zip(records, expected)):
        assert record.dtype == other.dtype and record.shape == other.shape, f"{what}: record {i} is {record.dtype} {record.shape}"
        assert record.tobytes() == other.tobytes(), f"{what}: record {i} differs"


class Run:
    def __init__(self, script, ours, folder):
        self.script, self.form, self.sides = script, script.form, (ours, Theirs())
        self.paths = [str(pathlib.Path(folder) / "a"), str(pathlib.Path(folder) / "b")]
        self.model = []

    def run(self):
        for side, path in zip(self.sides, self.paths):
            side.create(path, self.form)
            side.close()
        self.compare("creation")
        for number, step in enumerate(self.script.steps):
            self.apply(step)
            self.compare(f"step {number} {step}")
        same_records(list(zr_reader.Store(self.paths[0])), self.model, "independent reader")

    def apply(self, step):
        if step[0] == "swap":
            self.paths.reverse()
            return
        if step[0] == "delete" and not self.model:
            return
        records = self.script.records(*step[1:]) if step[0] == "append" else None
        targets = self.script.indices(*step[1:], len(self.model)) if step[0] == "delete" else None
        for side, path in zip(self.sides, self.paths):
            side.open(path, self.form, write=True)
            if records is not None:
                first = side.append(records)
                assert first == len(self.model), f"{side.name}: append returned {first}"
            elif targets is not None:
                side.delete(targets)
            else:
                side.compact()
            side.close()
        if records is not None:
            self.model += records
        for target in sorted(set(targets or ()), reverse=True):
            self.model[target] = self.model[-1]
            self.model.pop()

    def compare(self, when):
        counted = []
        for path in self.paths:
            for side in self.sides:
                side.open(path, self.form)
                counted.append(side.stats())
                same_records(side.records(self.form), self.model, f"{when}: {side.name} reading {path}")
                side.close()
        assert counted[0] == counted[1] and counted[2] == counted[3], f"{when}: statistics {counted}"
        assert counted[0][0] == len(self.model), f"{when}: statistics {counted}"
        if self.form.codec == "raw":
            assert counted[0] == counted[2], f"{when}: statistics {counted}"
            mine, other = live_bytes(self.paths[0]), live_bytes(self.paths[1])
            for part in mine:
                assert mine[part] == other[part], f"{when}: {part} differs"


def failure(script, driver):
    """None, or what went wrong."""
    with tempfile.TemporaryDirectory(prefix="zr-lockstep-") as folder:
        ours = Ours(driver, folder)
        try:
            Run(script, ours, folder).run()
            ours.end()
        except Exception:
            shutil.rmtree(folder, ignore_errors=True)
            pathlib.Path(folder).mkdir(exist_ok=True)
            return traceback.format_exc()
    return None


def shrink(script, driver):
    """Leaves out steps as long as the script still fails."""
    number = 0
    while number < len(script.steps):
        steps = script.steps
        script.steps = steps[:number] + steps[number + 1:]
        if failure(script, driver) is None:
            script.steps = steps
            number += 1
    return script


def check(seed, driver):
    script = Script(seed)
    text = failure(script, driver)
    if text is None:
        return None
    script = shrink(script, driver)
    return f"seed {seed}: {script.form}, shortest script {script.steps}\n{failure(script, driver) or text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("driver")
    parser.add_argument("--scripts", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    arguments = parser.parse_args()
    dictionary(1), dictionary(2)  # trained once, before the processes divide
    with multiprocessing.get_context("fork").Pool() as pool:
        seeds = range(arguments.first, arguments.first + arguments.scripts)
        faults = [fault for fault in pool.imap(functools.partial(check, driver=arguments.driver), seeds) if fault]
    for fault in faults[:3]:
        print(fault)
    print(f"{arguments.scripts} scripts, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
