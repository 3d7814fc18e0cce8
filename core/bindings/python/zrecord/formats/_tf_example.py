"""tf.train.Example without TensorFlow: the few pieces of protocol buffers that it is made of.

    Example   { Features features = 1 }            Feature { BytesList bytes_list = 1 | FloatList float_list = 2 |
    Features  { map<string, Feature> feature = 1 }            Int64List int64_list = 3 }, each list { repeated value = 1 }
"""

from __future__ import annotations

import numpy as np

from .._dtypes import dtype_of, text_of
from ..errors import BadFormat, Unsupported

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


def _varint(data, at):
    result = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise BadFormat("it is no message of protocol buffers")
        byte = data[at]
        at += 1
        result |= (byte & 0x7F) << shift
        if byte < 0x80:
            return result & 0xFFFFFFFFFFFFFFFF, at
        shift += 7


def _fields(data):
    """(number, wire type, value) of a message; the value of a length-delimited field is a view."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        kind = tag & 7
        if kind == _VARINT:
            value, at = _varint(data, at)
        else:
            size, at = _varint(data, at) if kind == _BYTES else ({_FIXED64: 8, _FIXED32: 4}.get(kind, -1), at)
            if size < 0 or size > len(data) - at:
                raise BadFormat("it is no message of protocol buffers")
            value, at = data[at:at + size], at + size
        yield tag >> 3, kind, value


def _varints(data) -> np.ndarray:
    """All numbers of a packed list, at once."""
    raw = np.frombuffer(data, np.uint8)
    if len(raw) == 0:
        return np.empty(0, "i8")
    ends = np.flatnonzero(raw < 0x80)
    if len(ends) == 0 or ends[-1] != len(raw) - 1:
        raise BadFormat("a list of whole numbers is cut off")
    starts = np.concatenate([[0], ends[:-1] + 1])
    if (ends - starts).max() > 9:
        raise BadFormat("a whole number has more than 64 bits")
    numbers = np.zeros(len(ends), "u8")
    for place in range(int((ends - starts).max()) + 1):
        there = starts + place <= ends
        numbers[there] |= (raw[(starts + place)[there]] & 0x7F).astype("u8") << np.uint64(7 * place)
    return numbers.view("i8")


def _list(number, data):
    packed, single = [], []
    for field, kind, value in _fields(data):
        if field != 1:
            continue
        if number == 1:
            single.append(bytes(value))
        elif number == 2:
            packed.append(np.frombuffer(value, "<f4"))
        else:
            packed.append(_varints(value) if kind == _BYTES else np.array([value], "u8").view("i8"))
    if number == 1:
        if len(single) != 1:
            raise Unsupported(f"a feature holds {len(single)} byte strings, and a record of a store is one array")
        return single[0]
    values = np.concatenate(packed) if packed else np.empty(0, "f4" if number == 2 else "i8")
    return values.reshape(()) if len(values) == 1 else values


def parse_example(data: bytes, dense: dict | None = None) -> dict:
    """``{feature: bytes or array}``; one number is an array without dimensions. ``dense`` gets dtype and shape of the features whose
    shape is noted as that of every record."""
    found = {}
    view = memoryview(data)
    for number, _, features in _fields(view):
        for inner, _, entry in _fields(features) if number == 1 else ():
            if inner != 1:
                continue
            name, feature = "", b""
            for part, _, value in _fields(entry):
                if part == 1:
                    name = bytes(value).decode()
                elif part == 2:
                    feature = value
            for kind, _, values in _fields(feature):
                found[name] = _list(kind, values)
    _give_back_types(found)
    _give_back_shapes(found, dense)
    return found


def _give_back_types(found):
    for name in [name[:-len(".dtype")] for name in found if name.endswith(".dtype")]:
        noted = found[f"{name}.dtype"]
        if isinstance(found.get(name), bytes) and isinstance(noted, bytes):
            try:
                found[name] = np.frombuffer(found[name], dtype_of(noted.decode()))
            except (ValueError, SyntaxError, TypeError) as error:
                raise BadFormat(f"feature {name!r} is no array of {noted!r}: {error}") from error
            del found[f"{name}.dtype"]


def _give_back_shapes(found, dense):
    for mark in (".item_shape", ".shape"):
        for name in [name[:-len(mark)] for name in found if name.endswith(mark)]:
            noted, value = found[name + mark], found.get(name)
            if isinstance(value, bytes) and mark == ".item_shape":
                value = np.frombuffer(value, np.uint8)
            if not isinstance(value, np.ndarray) or not isinstance(noted, np.ndarray):
                continue
            shape = tuple(map(int, noted.reshape(-1)))
            try:
                found[name] = value.reshape(shape)
            except ValueError as error:
                raise BadFormat(f"feature {name!r} is no array of shape {shape}: {error}") from error
            del found[name + mark]
            if mark == ".item_shape" and dense is not None:
                dense[name] = value.dtype, shape


# ---- writing ----------------------------------------------------------------------------------------------------------------------


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _delimited(field: int, content: bytes) -> bytes:
    return _number(field << 3 | _BYTES) + _number(len(content)) + content


def _packed_varints(values: np.ndarray) -> bytes:
    rest = values.astype("i8").view("u8").copy()
    digits = np.zeros((len(rest), 10), "u1")
    more = np.zeros((len(rest), 10), bool)
    for place in range(10):
        digits[:, place] = rest & np.uint64(0x7F)
        rest >>= np.uint64(7)
        more[:, place] = rest > 0
    used = np.concatenate([np.ones((len(rest), 1), bool), more[:, :-1]], axis=1)
    return (digits | more.astype("u1") << 7)[used].tobytes()


def _feature(value: np.ndarray) -> bytes:
    if value.dtype.kind in "iu" and not (value.dtype == np.uint8 and value.ndim == 1):
        if value.dtype == np.uint64 and value.size and value.max() > np.iinfo("i8").max:
            raise Unsupported("a number of 64 bits without a sign has no place in an int64 list")
        return _delimited(3, _delimited(1, _packed_varints(value.reshape(-1))))
    if value.dtype.kind == "b":
        return _delimited(3, _delimited(1, _packed_varints(value.reshape(-1).astype("i8"))))
    if value.dtype.kind == "f":
        return _delimited(2, _delimited(1, value.astype("<f4").tobytes()))
    return _delimited(1, _delimited(1, value.tobytes()))


def _shape_feature(shape) -> bytes:
    return _feature(np.array(shape, "i8"))


def example_bytes(sample: dict, dense=frozenset()) -> bytes:
    """A tf.train.Example of ``{feature: array}``; those of ``dense`` have one shape in every record."""
    features = {}
    for name, value in sample.items():
        features[name] = _feature(value)
        other = value.dtype.kind not in "iufb"
        if other:
            features[f"{name}.dtype"] = _feature(np.frombuffer(text_of(value.dtype).encode(), "u1"))
        if name in dense and (value.ndim or other):
            features[f"{name}.item_shape"] = _shape_feature(value.shape)
        elif value.ndim > 1 or (other and value.ndim == 0):
            features[f"{name}.shape"] = _shape_feature(value.shape)
    entries = b"".join(_delimited(1, _delimited(1, name.encode()) + _delimited(2, feature)) for name, feature in features.items())
    return _delimited(1, entries)
