"""Loaders that are started, stopped and killed at random moments, very often: none may hang.

    PYTHONPATH=build/dev/python python tests/python/hangs.py --runs 1000

Each run is a process that does one of: close a loader at a random moment, from this or another thread, while next() waits or not;
leave it to the interpreter's exit, with iterators alive; raise out of the loop, or out of a transform; press Ctrl-C; fork in the
middle; be killed. Options are drawn at random as well. What a run gave before its end must be right. A run that takes longer than
--patience is a hang. Exit status 1 when there was one, or a wrong end.
"""
import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np

RECORDS = 997

ENDS = ("close", "close_elsewhere", "exit", "exit_with_thread", "raise", "raise_in_transform", "interrupt", "fork", "kill", "abandon_many")

RUN = r"""
import os, random, signal, sys, threading, time
import numpy as np
from zrecord import DataLoader, DenseStore, RaggedStore

end, seed = sys.argv[1], int(sys.argv[2])
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
rng = random.Random(seed)
streams = {"number": DenseStore("number", mode="r"), "text": RaggedStore("text", mode="r")}
options = {"batch_size": rng.choice([1, 8, 64]), "prefetch_size": rng.choice([0, 1, 4, 16]), "num_workers": rng.choice([1, 2, 4]),
           "threads": rng.choice([None, 1, 3]), "ordered": rng.random() < 0.8, "seed": seed}
if rng.random() < 0.5:
    options["mode"] = rng.choice([0, 1, 2])
else:
    options["order"] = rng.choice(["shuffled", "independent", "local"])
steps, pause = rng.randrange(0, 60), rng.choice([0, 0, 0.0005])

class Stop(Exception):
    pass

def transform(batch, step):
    if pause:
        time.sleep(pause)
    if end == "raise_in_transform" and step >= steps:
        raise Stop(step)
    return batch

if end == "raise_in_transform" or rng.random() < 0.4:
    options["transform"] = transform

def draw(loader, count):
    for _ in range(count):
        batch = next(loader)
        assert len(batch["number"]) == len(batch["text"])
        assert all(int(text[0]) == number for text, number in zip(batch["text"], batch["number"])), "a batch is wrong"

def child():
    pid = os.fork()
    if pid == 0:
        try:
            draw(loader, 1)
            os._exit(3)
        except ValueError:
            pass
        with DataLoader(streams, batch_size=8) as own:
            draw(own, 3)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, "the child of a fork failed"

loader = DataLoader(streams, **options)
print("started", flush=True)
if end == "close":
    draw(loader, steps)
    loader.close()
elif end == "close_elsewhere":
    closer = threading.Timer(rng.random() * 0.02, loader.close)
    closer.start()
    try:
        draw(loader, 10**9)
    except ValueError:
        pass
    closer.join()
elif end == "exit":
    draw(loader, steps)
    iterator = iter(loader)
elif end == "exit_with_thread":
    def forever():
        try:
            draw(loader, 10**9)
        except ValueError:
            pass
    threading.Thread(target=forever, daemon=True).start()
    time.sleep(rng.random() * 0.02)
elif end == "raise":
    try:
        for number, batch in enumerate(loader):
            if number == steps:
                raise Stop
    except Stop:
        pass
elif end == "raise_in_transform":
    try:
        draw(loader, steps + 1)
        sys.exit("the transform's exception did not arrive")
    except Stop as stop:
        assert stop.args[0] >= steps
    try:
        draw(loader, 1)
    except Stop:
        pass
elif end == "interrupt":
    try:
        threading.Timer(rng.random() * 0.02, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        draw(loader, 10**9)
    except KeyboardInterrupt:
        pass
elif end == "fork":
    draw(loader, steps)
    child()
    draw(loader, 2)
elif end == "abandon_many":
    more = [DataLoader(streams, **options) for _ in range(6)]
    for other in more:
        draw(other, rng.randrange(3))
    del more, other
elif end == "kill":
    draw(loader, 10**9)
print("ended", flush=True)
"""


def make():
    from zrecord import DenseStore, RaggedStore

    with DenseStore("number", "i4", ()) as store:
        store.append(np.arange(RECORDS, dtype="i4"))
    with RaggedStore("text", "i4") as store:
        store.append(np.full(1 + i % 50, i, "i4") for i in range(RECORDS))


def run(folder, end, seed, patience):
    """None, or what went wrong."""
    process = subprocess.Popen([sys.executable, "-X", "faulthandler", "-c", RUN, end, str(seed)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    started = time.monotonic()
    try:
        if end == "kill":
            process.stdout.readline()
            time.sleep(random.Random(seed).random() * 0.03)
            process.kill()
        out, error = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)  # faulthandler shows where the threads stand
        try:
            error = process.communicate(timeout=30)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            error = process.communicate()[1]
        return f"hung for {time.monotonic() - started:.0f} s: {error.decode()[-4000:]}"
    wanted = -signal.SIGKILL if end == "kill" else 0
    if process.returncode != wanted or (end != "kill" and b"ended" not in out) or (end != "kill" and error):
        return f"ended with {process.returncode}: {error.decode()[-2000:]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first run; one seed repeats one run")
    parser.add_argument("--patience", type=float, default=60.0)
    arguments = parser.parse_args()
    faults, slowest, counts = 0, 0.0, dict.fromkeys(ENDS, 0)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make()
        for seed in range(arguments.first, arguments.first + arguments.runs):
            end = ENDS[seed % len(ENDS)]
            start = time.monotonic()
            fault = run(folder, end, seed, arguments.patience)
            slowest = max(slowest, time.monotonic() - start)
            counts[end] += 1
            if fault is not None:
                faults += 1
                print(f"seed {seed}, {end}: {fault}", flush=True)
        os.chdir("/")
    print(f"{arguments.runs} runs, {faults} hung or wrong, the slowest took {slowest:.1f} s; "
          + ", ".join(f"{end} {count}" for end, count in counts.items()))
    sys.exit(faults != 0)


if __name__ == "__main__":
    main()
