#!/usr/bin/env python3
"""A day of a curator in a real window, with real keys: filter, tag, find duplicates, mark, review, apply, come back tomorrow.

Runs zrecord-workbench under a display of its own (Xvfb, openbox, xdotool) on a set of pictures with labels and planted copies, and
checks with zr and with the side-car of the tags what has become of it.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np

RECORDS = 400
COPIES = {50: 7, 120: 7, 399: 33, 200: 199, 301: 18, 302: 19, 303: 20}  # record: of which it is a copy; 7 has two


def pictures() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(20)
    images = random.integers(0, 256, (RECORDS, 12, 12), dtype=np.uint8)
    labels = np.arange(RECORDS, dtype=np.uint8) % 10
    for copy, original in COPIES.items():
        images[copy] = images[original]
        labels[copy] = labels[original]
    return images, labels


def after_removal(records: int, removed: list[int]) -> list[int]:
    """Old numbers in the order after a swap-last removal of all of them."""
    order = list(range(records))
    for index in sorted(removed, reverse=True):
        order[index] = order[-1]
        order.pop()
    return order


class Window:
    """The program on a display of its own."""

    def __init__(self, program: str, store: str, home: str, shots: str | None):
        read, write = os.pipe()
        self.display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        number = os.read(read, 16).decode().strip()
        os.close(read)
        self.shots = shots
        self.env = dict(os.environ, DISPLAY=":" + number, QT_QPA_PLATFORM="xcb", HOME=home, XDG_CONFIG_HOME=home + "/config", XDG_CACHE_HOME=home + "/cache",
                        XDG_RUNTIME_DIR=home, NO_AT_BRIDGE="1")
        self.manager = subprocess.Popen(["openbox"], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.errors = open(os.path.join(home, "errors.txt"), "w+")
        self.program = subprocess.Popen([program, store], env=self.env, stdin=subprocess.DEVNULL, stderr=self.errors)
        self.wait_for(lambda: self.tool("search", "--onlyvisible", "--name", "Workbench") != "", "the window")
        self.idle()

    def tool(self, *words: str) -> str:
        return subprocess.run(["xdotool", *words], env=self.env, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def wait_for(self, what, name: str, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not what():
            if time.monotonic() > end or self.program.poll() is not None:
                self.shot("gave-up")
                raise AssertionError(f"{name} did not come")
            time.sleep(0.05)

    def busy(self) -> int:
        with open(f"/proc/{self.program.pid}/stat") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))

    def idle(self) -> None:
        """Until the program has used no processor for some time: it has answered."""
        calm = 0
        end = time.monotonic() + 30
        while calm < 3 and time.monotonic() < end:
            before = self.busy()
            time.sleep(0.1)
            calm = calm + 1 if self.busy() - before <= 1 else 0

    def key(self, *names: str) -> None:
        for name in names:
            self.tool("key", "--clearmodifiers", name)
            self.idle()

    def type(self, text: str) -> None:
        self.tool("type", "--delay", "10", text)
        self.idle()

    def shot(self, name: str) -> None:
        if self.shots and shutil.which("import"):
            subprocess.run(["import", "-window", "root", os.path.join(self.shots, name + ".png")], env=self.env, check=False)

    def close(self) -> str:
        self.key("ctrl+q")
        try:
            self.program.wait(20)
        finally:
            for process in (self.program, self.manager, self.display):
                if process.poll() is None:
                    process.send_signal(signal.SIGTERM)
                    process.wait(10)
        self.errors.seek(0)
        return self.errors.read()


def zr(program: str, *words: str) -> str:
    return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def make_set(program: str, folder: str) -> tuple[str, np.ndarray, np.ndarray]:
    images, labels = pictures()
    train = os.path.join(folder, "train")
    os.makedirs(train)
    for name, values in (("image", images), ("label", labels)):
        file = os.path.join(folder, name + ".npy")
        np.save(file, values)
        zr(program, "import", os.path.join(train, name), file)
    with open(os.path.join(train, "label.names.txt"), "w") as file:
        file.write("\n".join(f"class {i}" for i in range(10)))
    return train, images, labels


def tags_of(train: str) -> dict[str, list[int]]:
    with open(train + ".tags.json") as file:
        state = json.load(file)
    return {tag["name"]: [record for first, count in tag["records"] for record in range(first, first + count)] for tag in state["tags"]}


def first_day(options, train: str, labels: np.ndarray, home: str) -> None:
    window = Window(options.workbench, train, home, options.shots)
    window.key("ctrl+f")
    window.type('label == "class 7"')
    window.key("Return")
    window.shot("filtered")
    window.key("ctrl+a", "1")
    window.wait_for(lambda: os.path.exists(train + ".tags.json") and tags_of(train), "the file of the tags")
    assert tags_of(train)["tag 1"] == np.flatnonzero(labels == 7).tolist(), tags_of(train)
    window.key("ctrl+e")  # editing: the store is opened anew, what was looked for stays
    window.key("ctrl+d")
    window.shot("duplicates")
    window.key("Delete", "ctrl+s")
    window.shot("review")
    window.key("alt+a")
    window.wait_for(lambda: tags_of(train)["tag 1"] != np.flatnonzero(labels == 7).tolist(), "the removal")
    window.shot("applied")
    errors = window.close()
    assert errors == "", errors


def second_day(options, train: str, home: str) -> None:
    window = Window(options.workbench, train, home, options.shots)
    window.key("ctrl+f")
    window.type('tag == "tag 1" and std > 0')
    window.key("Return")
    window.shot("tomorrow")
    window.key("ctrl+a", "2")
    window.wait_for(lambda: "tag 2" in tags_of(train) and tags_of(train)["tag 2"], "the second tag")
    errors = window.close()
    assert errors == "", errors


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workbench", required=True)
    parser.add_argument("--zr", required=True)
    parser.add_argument("--shots", help="folder for pictures of the steps")
    options = parser.parse_args()
    missing = [name for name in ("Xvfb", "xdotool", "openbox") if shutil.which(name) is None]
    if missing:
        print("missing:", *missing)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        train, images, labels = make_set(options.zr, folder)
        redundant = sorted(COPIES)
        assert zr(options.zr, "find", train, "--duplicates").split() == [str(record) for record in redundant]
        first_day(options, train, labels, folder)
        order = after_removal(RECORDS, redundant)
        assert zr(options.zr, "find", train, "--duplicates", "--count").strip() == "0"
        for name, values in (("image", images), ("label", labels)):
            file = os.path.join(folder, name + ".after.npy")
            zr(options.zr, "export", os.path.join(train, name), file)
            assert np.array_equal(np.load(file), values[order]), name
        sevens = [place for place, record in enumerate(order) if labels[record] == 7]
        assert tags_of(train)["tag 1"] == sevens, tags_of(train)
        second_day(options, train, folder)
        assert tags_of(train)["tag 2"] == sevens, tags_of(train)
        zr(options.zr, "verify", train)
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
