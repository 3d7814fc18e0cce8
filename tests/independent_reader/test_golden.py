"""The independent reader against the golden stores: every accepted one is read as recorded, every rejected one is refused."""
import json
import pathlib
import sys
import unittest

import zr_reader

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "data" / "golden"


def stores(group):
    found = sorted(GOLDEN.joinpath(group).glob("*.json"))
    assert len(found) > 30, f"{len(found)} stores in {group}"
    return [(path.with_suffix(""), json.loads(path.read_text(encoding="utf-8"))) for path in found]


class Golden(unittest.TestCase):
    def test_accepted(self):
        for folder, expected in stores("accepted"):
            with self.subTest(store=folder.name):
                report = json.loads(json.dumps(zr_reader.Store(folder).report()))
                self.assertEqual({key: report.get(key) for key in expected}, expected)

    def test_rejected(self):
        for folder, expected in stores("rejected"):
            with self.subTest(store=folder.name, why=expected["why"]):
                with self.assertRaises(zr_reader.BadStore):
                    zr_reader.Store(folder).report()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
