"""The exception classes follow the library's table of errors."""
import builtins
import pickle

import pytest

from zrecord import ZrecordError, _core, errors


def test_every_row_has_its_class():
    rows = [row for row in _core.error_table() if row[0] != "ok"]
    assert {row[0] for row in rows} == set(errors._BY_NAME)
    for name, code, builtin, _, _ in rows:
        kind = errors._BY_NAME[name]
        assert issubclass(kind, getattr(builtins, builtin)) and issubclass(kind, ZrecordError)
        assert kind.code == code and kind.name == name and kind.__doc__ and kind.__name__ in errors.__all__


def test_errors_travel(dense):
    with pytest.raises(IndexError) as caught:
        dense[99]
    error = pickle.loads(pickle.dumps(caught.value))
    assert type(error) is errors.OutOfRange and str(error) == str(caught.value)
    assert error.__dict__ == caught.value.__dict__ and error.code == -3 and error.name == "out_of_range"


def test_os_errors_have_a_number(dense):
    import errno

    from zrecord import DenseStore
    with pytest.raises(OSError) as caught:
        DenseStore("dense")
    assert caught.value.errno == errno.EAGAIN and "dense" in str(caught.value) and caught.value.remedy
