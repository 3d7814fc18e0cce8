"""Makes the corpus of the fuzz targets: small inputs that are right, from which altered ones are made.

    make_corpus.py GOLDEN OUTPUT      GOLDEN is tests/data/golden/accepted; needs NumPy
"""
import gzip
import io
import pathlib
import struct
import sys

import numpy

NAMES = ["meta.zr", "store.zr", "dict.zr", "0.chunk", "0.loc", "1.chunk", "1.loc", "2.chunk", ".zrx/journal", ".zrx/tmp-00112233445566778899/0.chunk", "7.chunk", "3.loc"]
STORES = ["dense-c8-zstd-regrown", "ragged-tokens-zstd-deleted", "ragged-bool-raw-compacted", "dense-S5-raw-fresh", "dense-struct-raw-compacted", "dense-bool-zstd-deleted"]


def archive(folder):
    packed = b""
    for number, name in enumerate(NAMES):
        if (folder / name).is_file():
            content = (folder / name).read_bytes()[:60000]
            packed += struct.pack("<BH", number, len(content)) + content
    return packed


def main(golden, output):
    def write(target, name, content):
        path = output / target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    for name in STORES:
        packed = archive(golden / name)
        if len(packed) < 20000:
            write("store", name, packed)
        write("headers", name, (golden / name / "meta.zr").read_bytes() + (golden / name / "0.loc").read_bytes()[:256])
        write("description", name, (golden / name / "store.zr").read_bytes())
    header = (golden / STORES[0] / "meta.zr").read_bytes()
    for name, kind, count, body in [("delete", 1, 3, struct.pack("<QQQ", 0, 2, 5)), ("replace", 2, 0, struct.pack("<IIQQ", 1, 0, 100, 7) + struct.pack("<II", 1, 1))]:
        files = (1, 1, 0) if kind == 2 else (0, 0, 0)
        head = struct.pack("<8sHHI10s6x32s32sQQQQQQQQ", b"ZRXJ0001", kind, 0, 256, b"0123456789", header, header, 11, count, 13, len(body), 0, *files)
        write("journal", name, head.ljust(256, b"\0") + body)
    for name, array in [("u1", numpy.arange(24, dtype="u1").reshape(4, 6)), ("f4-fortran", numpy.asfortranarray(numpy.arange(12, dtype="f4").reshape(3, 4))),
                        ("struct", numpy.zeros(3, dtype=[("a", "<i4"), ("b", "S3", (2,))])), ("big", numpy.arange(5, dtype=">i8"))]:
        out = io.BytesIO()
        numpy.save(out, array)
        write("npy", name, out.getvalue())
        write("npy", name + ".gz", gzip.compress(out.getvalue(), mtime=0))
        for suffix, save in [("", numpy.savez), ("-packed", numpy.savez_compressed)]:
            out = io.BytesIO()
            save(out, x=array, y=array[:1])
            write("npz", name + suffix, out.getvalue())
    write("text", "lines", "first\nsecond line\r\nZürich\n".encode())
    write("text", "lines.gz", gzip.compress(b"first\nsecond\n", mtime=0))
    write("idx", "labels", struct.pack(">HBBI", 0, 8, 1, 5) + bytes(5))
    write("idx", "images", struct.pack(">HBBIII", 0, 8, 3, 2, 2, 3) + bytes(12))
    write("operations", "mixed", bytes([0, 0, 9, 1, 3, 0, 19, 1, 0, 2, 0, 3, 0, 1, 7, 0, 4, 2, 0]))
    write("operations", "zstd", bytes([1, 0, 19, 0, 19, 0, 19, 1, 3, 1, 9, 2, 0, 3, 0, 0, 1]))
    chunk, table = (golden / STORES[0] / "0.chunk").read_bytes(), (golden / STORES[0] / "0.loc").read_bytes()
    offset, stored, plain, _ = struct.unpack_from("<IIII", table)
    write("frame", "plain", struct.pack("<HH", plain - 1, 0) + chunk[offset:offset + stored])
    write("frame", "dictionary", struct.pack("<HH", plain - 1, 40) + bytes(range(40)) + chunk[offset:offset + stored])
    write("shape", "matrix", struct.pack("<HHIQQQQ", 3, 0, 0, 24, 2, 2, 3))
    write("shape", "scalar", struct.pack("<HHIQQ", 0, 0, 0, 1, 0))
    write("side_files", "list", b"store.zr 71 123 71 1700000000000000000 1700000000000000000 1 2 1700000009000000000\n0.chunk 9 8 7 6 5 4 3 2\n")
    issue = struct.pack("<BBQQQ", 1, 3, 3, 9, 48) + b"".join(struct.pack("<I", len(t)) + t for t in (b"duplicate", b"words", b"0.loc"))
    write("side_files", "state", b"ZRXV0001" + struct.pack("<QBBBQQQQQ", 1, 1, 2, 0, 7, 5, 99, 1, 1) + issue + bytes(8))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
