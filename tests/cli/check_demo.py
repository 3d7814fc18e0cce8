"""Compares the sample stores, as zr reads them back, with the files of the Debian packages. Standard library only; the
text of the Bible is unpacked by gzip, which knows the format of compress."""
import gzip
import pathlib
import re
import struct
import subprocess
import sys

FASHION = pathlib.Path("/usr/share/datasets/fashion-mnist")
BIBLE = pathlib.Path("/usr/lib/bible.data")


def zr(*arguments: str) -> bytes:
    return subprocess.run(["zr", *arguments], stdout=subprocess.PIPE, check=True).stdout


def idx_payload(name: str, header: int) -> bytes:
    return gzip.decompress((FASHION / name).read_bytes())[header:]


def bible_lines() -> list[bytes]:
    data = BIBLE.read_bytes()
    count = struct.unpack_from(">I", data, 88)[0]
    offsets = struct.unpack_from(f">{count + 1}I", data, 92)
    header = data[offsets[0] - 3:offsets[0]]
    unpack = lambda window: subprocess.run(["gzip", "-dc"], input=header + window, stdout=subprocess.PIPE, check=True).stdout
    text = b"".join(unpack(data[begin:end]) for begin, end in zip(offsets, offsets[1:]))
    return [line for line in text.split(b"\n") if re.match(rb"\d?[A-Za-z]+\d+:\d+ ", line)]


def main() -> None:
    samples = sys.argv[1]
    for folder, prefix, records in (("train", "train", 60_000), ("test", "t10k", 10_000)):
        images = zr("get", f"{samples}/fashion/{folder}/image", ":", "--raw")
        labels = zr("get", f"{samples}/fashion/{folder}/label", ":", "--raw")
        assert len(labels) == records and len(images) == records * 28 * 28
        assert images == idx_payload(f"{prefix}-images-idx3-ubyte.gz", 16), f"{folder} images differ"
        assert labels == idx_payload(f"{prefix}-labels-idx1-ubyte.gz", 8), f"{folder} labels differ"
        print(f"{folder}: {records} images and labels are the source's")
    verses = zr("dump", f"{samples}/bible/verse", "--text").splitlines()
    expected = bible_lines()
    assert len(expected) == 31_102
    assert verses == [b"%d\t%s" % (i, line) for i, line in enumerate(expected)], "verses differ"
    print(f"bible: {len(verses)} verses are the source's")


if __name__ == "__main__":
    main()
