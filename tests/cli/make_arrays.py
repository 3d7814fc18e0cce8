"""Writes .npy and IDX files with known values, byte by byte, so that no library stands between the test and the format."""
import gzip
import struct

HALF_TENTH, HALF_THIRD, HALF_TINY = 0x2E66, 0x3555, 0x0001


def npy(name: str, descr: str, shape: tuple, data: bytes) -> None:
    header = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape!r}, }}" if descr[0] != "[" else \
        f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape!r}, }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with open(name + ".npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin-1") + data)


def idx(name: str, shape: tuple, data: bytes) -> None:
    content = bytes([0, 0, 8, len(shape)]) + struct.pack(f">{len(shape)}I", *shape) + data
    with open(name, "wb") as file:
        file.write(gzip.compress(content, mtime=0) if name.endswith(".gz") else content)


NAT = -2**63
npy("bool", "|b1", (2,), b"\x01\x00")
npy("int8", "|i1", (2,), struct.pack("2b", -128, 127))
npy("uint64", "<u8", (2,), struct.pack("<2Q", 0, 2**64 - 1))
npy("int64_big", ">i8", (2,), struct.pack(">2q", -2**63, 258))
npy("half", "<f2", (3,), struct.pack("<3H", HALF_TENTH, HALF_THIRD, HALF_TINY))
npy("float_big", ">f4", (3,), struct.pack(">3f", 0.1, 16777216.0, float("-inf")))
npy("double", "<f8", (4,), struct.pack("<4d", 0.1, 1e16, 5e-324, float("nan")))
npy("complex", "<c8", (2,), struct.pack("<4f", 1.0, -2.5, 0.0, 0.1))
npy("bytes", "|S4", (2,), b"ab\0c" + b"\xff\0\0\0")
npy("unicode", "<U2", (2,), "Zü".encode("utf-32-le") + "x\0".encode("utf-32-le"))
npy("date", "<M8[ms]", (3,), struct.pack("<3q", 1709209800125, -1, NAT))
npy("date_steps", "<M8[25s]", (1,), struct.pack("<q", 4))
npy("delta", "<m8[us]", (2,), struct.pack("<2q", -75, NAT))
npy("void", "|V3", (1,), b"\x00\xff\x10")
npy("struct", "[('id', '<i4'), ('', '|V4'), ('pos', '<f8', (2,)), ('tag', '|S2')]", (2,),
    struct.pack("<i4xdd2s", 7, 0.5, -1.0, b"a") + struct.pack("<i4xdd2s", -1, 1e-5, 3.0, b"bc"))
npy("matrix", "<i2", (2, 2, 3), struct.pack("<12h", *range(-6, 6)))
idx("images.idx.gz", (2, 3, 4), bytes(range(24)))
idx("labels.idx", (3,), b"\x05\x00\x09")
