"""What arguments may be, and the errors that say so."""

from __future__ import annotations

from .errors import InvalidArgument, WrongType

CODECS = ("raw", "zstd", "zstd_dict")


def count(name: str, value) -> int:
    """An integer of 64 bits without a sign."""
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise WrongType(f"{name} is an integer, not {value!r:.80}")
    value = value.__index__()
    if not 0 <= value < 1 << 64:
        raise InvalidArgument(f"{name} is {value}, and must be between 0 and 2**64 - 1")
    return value


def threads_of(value) -> int | None:
    """How many threads may work; None for all cores."""
    if value is None:
        return None
    number = count("threads", value)
    if number == 0:
        raise InvalidArgument("threads counts from 1; leave it out to use every core")
    return min(number, 1 << 16)


def level_of(value) -> int | None:
    """A level of zstd; the library knows which there are."""
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise WrongType(f"level is an integer, not {value!r:.80}")
    value = value.__index__()
    if not -(1 << 31) <= value < 1 << 31:
        raise InvalidArgument(f"level is {value}, and zstd has no such level")
    return value


def choice(name: str, value, allowed) -> str:
    """One of some texts."""
    listed = ", ".join(map(repr, allowed))
    if not isinstance(value, str):
        raise WrongType(f"{name} is one of {listed}, not {value!r:.80}")
    if value not in allowed:
        raise InvalidArgument(f"{name} {value!r} is unknown; it is one of {listed}")
    return value


def codec_of(value) -> str:
    """The name of a codec."""
    return choice("codec", value, CODECS)


def bytes_of(name: str, value) -> bytes | None:
    """What has bytes; None stays None."""
    if value is None:
        return None
    if isinstance(value, (str, int)):
        raise WrongType(f"{name} is bytes, not {value!r:.80}")
    try:
        return bytes(value)
    except TypeError:
        raise WrongType(f"{name} is bytes, not {value!r:.80}") from None
