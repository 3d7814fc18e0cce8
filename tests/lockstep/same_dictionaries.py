"""same_dictionaries.py DRIVER: dictionaries that we and loaderx train on the same store."""
import pathlib
import random
import sys
import tempfile
import unittest

import numpy as np
import zstandard
from loaderx.utils import train_dict
from loaderx.zrecord import DenseStore, RaggedStore

from both_sides import Form, Ours, Refused


def phrases(noise, count, least, most):
    words = [bytes(noise.choices(range(97, 123), k=noise.randrange(3, 10))) for _ in range(400)]
    return [b" ".join(noise.choices(words, k=200))[:noise.randrange(least, most + 1)] for _ in range(count)]


def compressed_size(dictionary, records):
    compressor = zstandard.ZstdCompressor(level=19, dict_data=zstandard.ZstdCompressionDict(dictionary))
    return sum(len(compressor.compress(record)) for record in records)


class Dictionaries(unittest.TestCase):
    driver = ""

    def compare(self, form, records, opener, tier):
        with tempfile.TemporaryDirectory(prefix="zr-dictionaries-") as folder:
            path, trained = str(pathlib.Path(folder) / "store"), pathlib.Path(folder) / "trained.zr"
            ours = Ours(self.driver, folder)
            ours.create(path, form)
            ours.append([np.frombuffer(record, "u1") for record in records])
            ours.ask("train", tier, trained)
            ours.close()
            ours.end()
            store = opener(path)
            theirs = train_dict(store, tier)
            store.close()
            mine = trained.read_bytes()
        # Another version of libzstd may choose other bytes; then the two must be as large and as good.
        if mine != theirs:
            print(f"{tier}: other bytes than loaderx's libzstd trains: {len(mine)} and {len(theirs)}")
            self.assertAlmostEqual(len(mine), len(theirs), delta=len(theirs) * 0.05)
            sizes = compressed_size(mine, records), compressed_size(theirs, records)
            self.assertAlmostEqual(sizes[0], sizes[1], delta=sizes[1] * 0.02)
        return mine == theirs

    def test_dense(self):
        noise = random.Random(1)
        for tier, count in (("fast", 9_000), ("balanced", 4_000)):  # fast takes a part of them, balanced all
            with self.subTest(tier=tier):
                self.compare(Form("dense", "u1", "zstd", (700,)), phrases(noise, count, 700, 700), DenseStore, tier)

    def test_ragged(self):
        self.compare(Form("ragged", "u1", "raw"), phrases(random.Random(2), 12_000, 100, 900), RaggedStore, "fast")

    def test_too_few(self):
        with tempfile.TemporaryDirectory(prefix="zr-dictionaries-") as folder:
            ours = Ours(self.driver, folder)
            ours.create(str(pathlib.Path(folder) / "store"), Form("dense", "u1", "raw", (256,)))
            ours.append([np.full(256, 7, "u1")] * 6)
            with self.assertRaisesRegex(Refused, "training_failed.*6 records of 256 B are too few"):
                ours.ask("train", "fast", pathlib.Path(folder) / "none.zr")
            ours.end()


if __name__ == "__main__":
    Dictionaries.driver = sys.argv[1]
    unittest.main(argv=[sys.argv[0]])
