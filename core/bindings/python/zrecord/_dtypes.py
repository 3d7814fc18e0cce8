"""NumPy's dtypes and the texts that stores keep of them."""

from __future__ import annotations

import ast

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
    fields = {"names": names, "formats": formats, "offsets": offsets, "itemsize": end}
    if any(titles):
        fields["titles"] = titles
    return np.dtype(fields)
