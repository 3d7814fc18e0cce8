"""Ten million labels, and what swap-last deletion of every hundredth leaves of them."""
import sys

COUNT, STEP = 10_000_000, 100


def labels() -> bytearray:
    # A period that no power of two divides, so that a misplaced record shows.
    period = bytes((i * i + 7 * i) % 251 for i in range(251))
    return bytearray((period * (COUNT // 251 + 1))[:COUNT])


def survivors() -> bytearray:
    records = labels()
    for index in reversed(range(0, COUNT, STEP)):
        records[index] = records[-1]
        records.pop()
    return records


if __name__ == "__main__":
    task, path = sys.argv[1:]
    if task == "make":
        with open(path, "wb") as file:
            file.write(labels())
    else:
        with open(path, "rb") as file:
            print("survivors agree" if file.read() == survivors() else "survivors differ")
