#!/usr/bin/env python3
"""A day of a curator in a real window, with real keys and clicks: filter, tag, find duplicates, mark, review, apply, undo, redo,
compact, and come back tomorrow. After each step zr says what has become of the store.

Runs zrecord-workbench under a display of its own (Xvfb, openbox, xdotool) on a set of pictures with labels and planted copies. It
waits for what the window says of itself (--report-state), never for a time. Ends with status 77 where a program is missing, unless
--require is given.
"""
import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

RECORDS = 400
COPIES = {50: 7, 120: 7, 399: 33, 200: 199, 301: 18, 302: 19, 303: 20}  # record: of which it is a copy; 7 has two
PATIENCE = 120  # seconds until a state that does not come is a failure
SKIPPED = 77


def pictures() -> dict[str, np.ndarray]:
    random = np.random.default_rng(20)
    images = random.integers(0, 256, (RECORDS, 12, 12), dtype=np.uint8)
    labels = np.arange(RECORDS, dtype=np.uint8) % 10
    for copy, original in COPIES.items():
        images[copy] = images[original]
        labels[copy] = labels[original]
    return {"image": images, "label": labels}


def after_removal(records: int, removed: list[int]) -> list[int]:
    """Old numbers in the order after a swap-last removal of all of them."""
    order = list(range(records))
    for index in sorted(removed, reverse=True):
        order[index] = order[-1]
        order.pop()
    return order


class Window:
    """The program on a display of its own."""

    def __init__(self, program: str, home: str, shots: str | None, *arguments: str):
        self.shots = shots
        self.states = os.path.join(home, "states.jsonl")
        if os.path.exists(self.states):
            os.remove(self.states)  # what the window of yesterday said
        self.ending = contextlib.ExitStack()
        read, write = os.pipe()
        # -r: a key that a busy machine holds down for long does not repeat.
        self.start(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-r"], dict(os.environ), [write])
        os.close(write)
        with os.fdopen(read) as number:
            display = ":" + number.readline().strip()
        self.env = dict(os.environ, DISPLAY=display, QT_QPA_PLATFORM="xcb", HOME=home, XDG_CONFIG_HOME=home + "/config", XDG_CACHE_HOME=home + "/cache",
                        XDG_DATA_HOME=home + "/data", XDG_RUNTIME_DIR=home, NO_AT_BRIDGE="1", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="0")
        self.start(["openbox"], self.env)
        self.errors = self.ending.enter_context(open(os.path.join(home, "errors.txt"), "w+"))
        self.program = subprocess.Popen([program, "--report-state", self.states, *arguments], env=self.env, stdin=subprocess.DEVNULL, stderr=self.errors)
        self.ending.callback(self.end, self.program)

    def start(self, command: list[str], env: dict[str, str], descriptors: list[int] = []) -> None:
        process = subprocess.Popen(command, env=env, pass_fds=descriptors, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.ending.callback(self.end, process)

    @staticmethod
    def end(process: subprocess.Popen) -> None:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_) -> None:
        self.ending.close()

    def tool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.env, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)

    def said(self) -> list[dict]:
        """What the window has said so far."""
        try:
            with open(self.states) as file:
                return [json.loads(line) for line in file if line.endswith("\n")]
        except FileNotFoundError:
            return []

    def changes(self) -> str:
        """The last things that it said, each as what was new in it."""
        said = self.said()
        steps = [{name: value for name, value in now.items() if before.get(name) != value} for before, now in zip([{}] + said, said)]
        return "\n".join(map(str, steps[-12:]))

    def until(self, **wanted) -> dict:
        """Waits until the window says so. A value may be a function of what it says."""
        end = time.monotonic() + PATIENCE
        while True:
            now = (self.said() or [{}])[-1]
            if all(value(now.get(name)) if callable(value) else now.get(name) == value for name, value in wanted.items()):
                return now
            if time.monotonic() > end or self.program.poll() is not None:
                self.shot("gave-up")
                self.errors.seek(0)
                raise AssertionError(f"{wanted} did not come; the window says {now}, exit status {self.program.poll()}. {self.errors.read()}\n"
                                     f"Before it:\n{self.changes()}")
            time.sleep(0.02)

    def key(self, name: str, **wanted) -> dict:
        self.tool("key", "--clearmodifiers", name)
        return self.until(**wanted)

    def type(self, text: str) -> None:
        """Into an empty field, or one whose text is selected."""
        self.tool("type", "--delay", "5", text)
        self.until(text=text)

    def click(self, x: int, y: int, **wanted) -> dict:
        self.tool("mousemove", str(x), str(y), "click", "1")
        return self.until(**wanted)

    def filter(self, text: str, shown: int) -> None:
        self.key("ctrl+f", focus="filterField")
        self.type(text)
        self.key("Return", shown=shown, searching=False, focus="recordGrid")

    def command(self, words: str, dialog: str) -> None:
        """By the palette."""
        self.key("ctrl+k", dialog="commandPalette", focus="paletteInput")
        self.type(words)
        self.key("Return", dialog=dialog)

    def shot(self, name: str) -> None:
        if self.shots and shutil.which("import"):
            subprocess.run(["import", "-window", "root", os.path.join(self.shots, name + ".png")], env=self.env, check=False)

    def close(self) -> None:
        self.tool("key", "--clearmodifiers", "ctrl+q")
        assert self.program.wait(PATIENCE) == 0, self.program.returncode
        self.errors.seek(0)
        errors = self.errors.read()
        assert errors == "", errors


class Store:
    """The set on the disk, as zr sees it."""

    def __init__(self, program: str, folder: str):
        self.program = program
        self.folder = folder
        self.path = os.path.join(folder, "train")
        self.values = pictures()
        os.makedirs(self.path)
        for name, values in self.values.items():
            file = os.path.join(folder, name + ".npy")
            np.save(file, values)
            self.zr("import", os.path.join(self.path, name), file)
        with open(os.path.join(self.path, "label.names.txt"), "w") as file:
            file.write("\n".join(f"class {i}" for i in range(10)))

    def zr(self, *words: str) -> str:
        return subprocess.run([self.program, *words], check=True, stdout=subprocess.PIPE, text=True, timeout=PATIENCE).stdout

    def check(self, order: list[int], undoable: int) -> None:
        """The records of every stream are these ones of the first day, and so many deletes can be undone. Looks at a copy: the window
        holds the lock."""
        copy = os.path.join(self.folder, "copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.path, copy)
        for name, values in self.values.items():
            file = os.path.join(self.folder, name + ".now.npy")
            self.zr("export", os.path.join(copy, name), file)
            assert np.array_equal(np.load(file), values[order]), name
            os.remove(file)
        assert len(json.loads(self.zr("undo", copy, "--list", "--json"))) == undoable
        self.zr("verify", copy)

    def tags(self) -> dict[str, list[int]]:
        with open(self.path + ".tags.json") as file:
            state = json.load(file)
        return {tag["name"]: [record for first, count in tag["records"] for record in range(first, first + count)] for tag in state["tags"]}

    def dead_bytes(self) -> int:
        return sum(stream["reclaimable_bytes"] for stream in json.loads(self.zr("stats", self.path, "--json")))


def first_day(window: Window, store: Store) -> list[int]:
    everything = list(range(RECORDS))
    sevens = np.flatnonzero(store.values["label"] == 7).tolist()
    gone = sorted(COPIES)
    left = after_removal(RECORDS, gone)
    members = len(set(COPIES) | set(COPIES.values()))
    moved_sevens = [place for place, record in enumerate(left) if store.values["label"][record] == 7]
    quiet = {"state": "Open", "jobs": 0, "searching": False, "dialog": ""}

    window.until(records=RECORDS, shown=RECORDS, focus="recordGrid", **quiet)
    window.filter('label == "class 7"', len(sevens))
    window.key("ctrl+a", selected=len(sevens))
    window.key("1", tagged=len(sevens))
    window.shot("filtered")
    # Editing: the store is opened anew, and what was looked for stays.
    window.key("ctrl+e", editing=True, shown=len(sevens), tagged=len(sevens), **quiet)
    window.key("ctrl+d", shown=members, selected=len(gone), **quiet)
    window.shot("duplicates")
    window.key("Delete", marked=len(gone))
    store.check(everything, 0)
    window.key("ctrl+s", dialog="reviewDialog", focus="reviewTable")
    window.shot("review")
    window.key("alt+a", records=len(left), marked=0, shown=members - len(gone), undo="delete of 7 records", **quiet)
    window.shot("applied")
    store.check(left, 1)

    window.key("ctrl+z", records=RECORDS, marked=len(gone), shown=members, redo="delete of 7 records", tagged=len(sevens), **quiet)
    window.shot("undone")
    store.check(everything, 0)
    window.key("ctrl+y", records=len(left), marked=0, undo="delete of 7 records", **quiet)
    store.check(left, 1)

    # A click on the first tile, and the whole view again.
    window.click(330, 240, selected=1)
    window.key("ctrl+f", focus="filterField")
    window.key("Escape", shown=len(left), **quiet)
    window.key("Escape", focus="recordGrid")
    window.command("Compact", "compactDialog")
    window.until(button="Compact", focus="compactStart")
    window.shot("compact")
    window.key("Return", button="Close", jobs=0, state="Open")
    window.key("Escape", focus="recordGrid", **quiet)
    store.check(left, 0)
    window.key("ctrl+z", notice="The delete of 7 records cannot be undone any more.", undo="")
    window.shot("ended")
    window.close()
    return moved_sevens


def second_day(window: Window, store: Store, sevens: list[int]) -> None:
    window.until(records=RECORDS - len(COPIES), state="Open", searching=False, tagged=len(sevens), focus="recordGrid")
    window.filter('tag == "tag 1" and std > 0', len(sevens))
    window.shot("tomorrow")
    window.key("ctrl+a", selected=len(sevens))
    window.key("2", tagged=2 * len(sevens))
    window.close()
    assert store.tags() == {"tag 1": sevens, "tag 2": sevens}, store.tags()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workbench", required=True)
    parser.add_argument("--zr", required=True)
    parser.add_argument("--shots", help="folder for pictures of the steps")
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
        redundant = [str(record) for record in sorted(COPIES)]
        assert store.zr("find", store.path, "--duplicates").split() == redundant
        arguments = ["--theme", options.theme, store.path]
        with Window(options.workbench, folder, options.shots, *arguments) as window:
            sevens = first_day(window, store)
        assert store.tags() == {"tag 1": sevens}, store.tags()
        assert store.zr("find", store.path, "--duplicates", "--count").strip() == "0"
        assert store.dead_bytes() == 0
        with Window(options.workbench, folder, options.shots, *arguments) as window:
            second_day(window, store, sevens)
        store.zr("verify", store.path)
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
