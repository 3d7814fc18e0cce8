#!/usr/bin/env python3
"""Writes dtypes.json: what NumPy and msgpack say about every kind of dtype that NumPy can persist.

Needs numpy and msgpack. Run it in this folder; the result is committed.
"""
import json

import msgpack
import numpy as np


def nested(depth):
    dtype = np.dtype("<i2")
    for _ in range(depth):
        dtype = np.dtype([("n", dtype), ("b", "u1")])
    return dtype


SCALARS = ["?", "i1", "i2", "<i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "f16", "c8", "c16", "c32",
           ">i2", ">i4", ">i8", ">u2", ">u4", ">u8", ">f2", ">f4", ">f8", ">f16", ">c8", ">c16", ">c32",
           "S1", "S5", "S65536", "U1", "U3", ">U3", "U300", "V1", "V7", "V70000",
           "M8", "m8", ">M8", ">m8[us]"]
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
TIMES = [f"{kind}8[{unit}]" for kind in "Mm" for unit in UNITS] + ["M8[25s]", "m8[10ns]", ">M8[2147483647D]"]
STRUCTS = [
    [("a", ">u2"), ("b", "<f4", (2, 3))],
    [("a", "u1")],
    [("a", "u1", (1,))],
    [("a", "u1", 3), ("b", "S3", (2,))],
    [(("the title", "name"), "f8"), ("other", "i1")],
    [("größe", "u1"), ("数", "<U2")],
    [("it's", "u1"), ('say "hi"', "u1"), ("both ' and \"", "u1"), ("back\\slash", "u1"), ("new\nline", "u1")],
    [("x" * 40, "u1"), ("y" * 300, "u2")],
    [("p", [("x", "<i2"), ("y", ">i2")], (2,)), ("t", "M8[ns]")],
    [("a", "S0"), ("b", "U0"), ("c", "V0"), ("d", "u1")],
    [("a", "u1", (0,)), ("b", "u1")],
    [("big", "u1", (300, 70000))],
    [("v", "V4"), ("w", "?")],
    [(f"f{i}", "u1") for i in range(20)],
    [("when", ">M8[25s]"), ("long", ">m8"), ("z", ">c16"), ("text", ">U2")],
]
SPECIAL = [
    np.dtype([("a", "u1"), ("b", "f8")], align=True),
    np.dtype([("a", "u1"), ("b", "f8"), ("c", "u1")], align=True),
    np.dtype({"names": ["a", "b"], "formats": ["u1", "f8"], "offsets": [4, 16], "itemsize": 40}),
    np.dtype([("p", np.dtype([("a", "u1"), ("b", "f8")], align=True), (2,)), ("q", "i1")]),
    np.dtype({"names": ["a"], "formats": [">u2"], "titles": ["A title"], "offsets": [2]}),
    np.dtype({"names": ["a", "b"], "formats": [("u1", (2,)), [("x", "<f4")]]}),
    nested(15), nested(16),
]


def row(dtype, text):
    identity = dtype.descr if dtype.fields is not None else dtype.str
    names = dtype.names or ()
    return {
        "text": text,
        "str": dtype.str,
        "descr": repr(dtype.descr) if dtype.fields is not None else dtype.str,
        "itemsize": dtype.itemsize,
        "names": list(names),
        "offsets": [dtype.fields[name][1] for name in names],
        "structured": dtype.fields is not None,
        "identity": msgpack.dumps({"dtype": identity}).hex(),
    }


def main():
    rows = [row(np.dtype(text), text) for text in SCALARS + TIMES]
    rows += [row(np.dtype(name), name) for name in
             ["bool", "int8", "uint16", "int32", "int64", "float16", "float32", "float64", "longdouble", "complex64",
              "complex128", "clongdouble", "datetime64[ns]", "timedelta64", "b", "B", "h", "H", "i", "I", "l", "L", "q",
              "Q", "e", "f", "d", "g", "F", "D", "G", ">f", "=i4", "|i4", "<u1"]]
    rows += [row(np.dtype(text), text) for text in ["u1,f4", "(2,3)f4,>i2", "u1, 3u1"]]
    for fields in STRUCTS:
        dtype = np.dtype(fields)
        rows.append(row(dtype, repr(dtype.descr)))
    for dtype in SPECIAL:
        rows.append(row(dtype, repr(dtype.descr)))
        if "{" in str(dtype):  # with lists alone NumPy does not print the gaps of a nested struct
            rows.append(row(dtype, str(dtype)))
    with open("dtypes.json", "w", encoding="utf-8") as file:
        json.dump(rows, file, indent=0, ensure_ascii=True)
        file.write("\n")


if __name__ == "__main__":
    main()
