"""NumPy's dtypes and the texts that stores keep of them."""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
from pathlib import Path
from typing import Any

import numpy as np

from .errors import InvalidArgument


def text_of(dtype: np.dtype) -> str:
    """What the core parses: ``"<f4"``, or the descr of a structured dtype."""
    if dtype.hasobject:
        raise InvalidArgument(f"object dtypes cannot be stored: {dtype} refers to Python objects, not to bytes")
    if dtype.subdtype is not None:
        raise InvalidArgument(f"{dtype} is an array of {dtype.subdtype[0]}; put its shape {dtype.subdtype[1]} into item_shape")
    if is_foreign(dtype):
        return f"|V{dtype.itemsize}"
    if dtype.fields is None:
        return dtype.str
    try:
        return repr(dtype.descr)
    except ValueError as error:
        raise InvalidArgument(f"the fields of {dtype} overlap or are out of order, which a store cannot keep: {error}") from None


def is_foreign(dtype: np.dtype) -> bool:
    """A type of another package, such as bfloat16 of ml_dtypes: stores keep its bytes, as raw data of its size."""
    return dtype.isbuiltin == 2


#: Where a store keeps the name of such a type (docs/format/side_folder_format.md).
_NOTE = Path(".zrx", "dtype")
_PACKAGES = ("ml_dtypes",)


def remember(store: Path, dtype: np.dtype) -> None:
    """Writes down which type of another package the bytes of a store are. The caller is its writer."""
    package = dtype.type.__module__.partition(".")[0]
    if package not in _PACKAGES:
        return
    note = store / _NOTE
    note.parent.mkdir(exist_ok=True)
    fresh = note.with_suffix(".new")
    with open(fresh, "w", encoding="ascii") as out:
        out.write(f"{package} {dtype.name}\n")
        out.flush()
        os.fsync(out.fileno())
    fresh.rename(note)


def remembered(store: Path, text: str) -> np.dtype | None:
    """The type of another package that a store's raw data is, if it says so and the package is there."""
    if not text.startswith("|V"):
        return None
    with contextlib.suppress(OSError, ValueError, ImportError, AttributeError, TypeError):
        package, name = (store / _NOTE).read_text(encoding="ascii").split()
        if package in _PACKAGES:
            dtype = np.dtype(getattr(importlib.import_module(package), name))
            return dtype if is_foreign(dtype) and text_of(dtype) == text else None
    return None


def dtype_of(text: str) -> np.dtype:
    """The dtype of a descr text; padding comes back as padding, not as fields."""
    return _build(ast.literal_eval(text) if text.startswith("[") else text)


def _build(descr) -> np.dtype:
    if isinstance(descr, str):
        return np.dtype(descr)
    names, titles, formats, offsets, end = [], [], [], [], 0
    for name, kind, *shape in descr:
        field = np.dtype((_build(kind), tuple(shape[0]))) if shape else _build(kind)
        if name != "":
            title, name = name if isinstance(name, tuple) else (None, name)
            names.append(name)
            titles.append(title)
            formats.append(field)
            offsets.append(end)
        end += field.itemsize
    fields: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": end}
    if any(titles):
        fields["titles"] = titles
    return np.dtype(fields)
