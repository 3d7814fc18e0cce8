#!/usr/bin/env python3
"""Writes the .npy, .npz and idx files of this folder and arrays.json, which says what each must be read as.

Needs numpy. Run it in this folder; the results are committed. All values are made from small formulas, so that the same
NumPy writes the same bytes.
"""
import gzip
import io
import json
import struct
import warnings

import numpy as np

ROWS = []
SCALARS = {
    "bool": "?", "i1": "i1", "i2": "<i2", "i8-big": ">i8", "u1": "u1", "u4-big": ">u4", "f2": "<f2", "f4-big": ">f4",
    "f8": "<f8", "longdouble": "g", "c8": "<c8", "c16-big": ">c16", "clongdouble": "G", "bytes": "S5", "text": "<U3",
    "text-big": ">U3", "void": "V7", "date": "M8[ns]", "date-25s-big": ">M8[25s]", "date-generic": "M8", "delta": "m8[D]",
}
STRUCTS = {
    "struct": [("a", ">u2"), ("b", "<f4", (2, 3)), ("c", "S3")],
    "struct-titles": [(("the title", "name"), "<i4"), ("other", "?")],
    "struct-nested": [("p", [("x", "<i2"), ("y", [("z", ">f8")], (2,))]), ("t", "M8[s]")],
    "struct-latin1": [("größe", "u1"), ("b", "<u2")],
    "struct-unicode": [("数", "u1"), ("b", ">u2")],
}


def filled(dtype, shape):
    """Bytes 0, 1, 2, … taken as that dtype; bool and text get values that exist."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape, dtype=np.int64))
    if dtype.kind == "b":
        return (np.arange(count) % 3 == 0).reshape(shape)
    if dtype.kind == "U":
        texts = ["".join(chr(0x41 + (i + k) % 900) for k in range(dtype.itemsize // 4)) for i in range(count)]
        return np.array(texts, dtype=dtype).reshape(shape)
    data = (np.arange(count * dtype.itemsize) * 7 + 3).astype("u1").tobytes()
    return np.frombuffer(data, dtype=dtype).reshape(shape)


def c_bytes(array):
    return np.ascontiguousarray(array).tobytes() if array.ndim else array.tobytes()


def expect(file, array, **more):
    dtype = array.dtype
    ROWS.append({
        "file": file, "format": file.split(".")[1],
        "descr": repr(dtype.descr) if dtype.fields is not None else dtype.str,
        "records": array.shape[0] if array.ndim else 1, "item_shape": list(array.shape[1:]),
        "bytes": c_bytes(array).hex(), **more,
    })


def save(name, array, version=None):
    with open(f"{name}.npy", "wb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.lib.format.write_array(file, array, version=version, allow_pickle=False)
    expect(f"{name}.npy", array, canonical=version is None and not (array.flags.f_contiguous and not array.flags.c_contiguous))


def arrays():
    for name, dtype in SCALARS.items():
        save(name, filled(dtype, (5, 2)))
    for name, fields in STRUCTS.items():
        save(name, filled(fields, (4,)))
    save("struct-padded", filled(np.dtype([("a", "u1"), ("b", "f8"), ("c", "u2")], align=True), (3,)))
    save("rank0", filled("<i4", ()))
    save("rank0-struct", filled([("a", "u1"), ("b", "<i2")], ()))
    save("rank1", filled("<i4", (7,)))
    save("rank5", filled("<u2", (3, 2, 1, 2, 3)))
    save("no-records", filled("<f4", (0, 3)))
    save("fortran2", np.asfortranarray(filled("<i4", (6, 5))))
    save("fortran3-big", np.asfortranarray(filled(">u2", (4, 3, 5))))
    save("fortran4-struct", np.asfortranarray(filled([("a", "u1"), ("b", "<i4")], (3, 2, 4, 2))))
    save("fortran-one-record", np.asfortranarray(filled("<i4", (1, 2, 3))))
    save("version1", filled("<i4", (3, 2)), (1, 0))
    save("version2", filled("<i4", (3, 2)), (2, 0))
    save("version3", filled("<i4", (3, 2)), (3, 0))


def python2():
    array = filled("<i4", (3, 2))
    text = b"{'descr': '<i4', 'fortran_order': False, 'shape': (3L, 2L), }"
    text += b" " * (-(10 + len(text) + 1) % 16) + b"\n"
    with open("python2.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + c_bytes(array))
    expect("python2.npy", array, canonical=False)


def archives():
    one = filled("<f4", (4, 2))
    fortran = np.asfortranarray(filled("<i2", (5, 3, 2)))
    np.savez("one.npz", x=one)
    expect("one.npz", one)
    np.savez_compressed("one-packed.npz", x=one)
    expect("one-packed.npz", one)
    for suffix, write in (("", np.savez), ("-packed", np.savez_compressed)):
        write(f"several{suffix}.npz", image=filled("u1", (3, 4, 4)), label=filled("<i8", (3,)), fortran=fortran)
        expect(f"several{suffix}.npz", filled("u1", (3, 4, 4)), member="image")
        expect(f"several{suffix}.npz", filled("<i8", (3,)), member="label")
        expect(f"several{suffix}.npz", fortran, member="fortran")


def idx():
    images = filled("u1", (4, 3, 5))
    labels = filled("u1", (4,))
    for name, code, array in (("images", 0x08, images), ("labels", 0x08, labels), ("signed", 0x09, filled("i1", (3, 2))),
                              ("shorts", 0x0B, filled(">i2", (3, 2))), ("ints", 0x0C, filled(">i4", (3,))),
                              ("floats", 0x0D, filled(">f4", (2, 2, 2))), ("doubles", 0x0E, filled(">f8", (3,)))):
        data = struct.pack(">BBBB", 0, 0, code, array.ndim) + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()
        with open(f"{name}.idx", "wb") as file:
            file.write(data)
        expect(f"{name}.idx", array)
        if name in ("images", "labels"):
            with open(f"{name}.idx.gz", "wb") as file:
                file.write(gzip.compress(data, mtime=0))
            expect(f"{name}.idx.gz", array)
    buffer = io.BytesIO()
    np.save(buffer, np.asfortranarray(filled("<i4", (6, 5))))
    with open("fortran.npy.gz", "wb") as file:
        file.write(gzip.compress(buffer.getvalue(), mtime=0))
    expect("fortran.npy.gz", filled("<i4", (6, 5)), canonical=False)


def main():
    arrays()
    python2()
    archives()
    idx()
    with open("arrays.json", "w", encoding="utf-8") as file:
        json.dump(ROWS, file, indent=0)
        file.write("\n")


if __name__ == "__main__":
    main()
