"""Stores that loaderx wrote, and damaged ones."""
import hashlib

import pytest
from conftest import golden_stores

from zrecord import DenseStore, RaggedStore, ZrecordError
from zrecord._dtypes import text_of

KINDS = {"dense": DenseStore, "ragged": RaggedStore}


def ids(stores):
    return [path.name for path, _ in stores]


ACCEPTED, REJECTED = golden_stores("accepted"), golden_stores("rejected")


def as_json(dtype):
    """A descr as JSON has it."""
    if isinstance(dtype, (list, tuple)):
        return [as_json(part) for part in dtype]
    return dtype


@pytest.mark.parametrize("path, expected", ACCEPTED, ids=ids(ACCEPTED))
def test_accepted(path, expected):
    with KINDS[expected["kind"]](path, mode="r") as store:
        assert len(store) == expected["records"] and store.codec == expected["codec"]
        descr = store.dtype.str if store.dtype.fields is None else as_json(store.dtype.descr)
        assert descr == expected["dtype"] and text_of(store.dtype)
        if "item_shape" in expected:
            assert list(store.item_shape) == expected["item_shape"]
        stats = store.stats()
        assert {key: stats[key] for key in expected["stats"]} == expected["stats"]
        found = [{"shape": list(record.shape), "sha256": hashlib.sha256(record.tobytes()).hexdigest()} for record in store]
        assert found == expected["record"]
        assert found == [{"shape": list(record.shape), "sha256": hashlib.sha256(record.tobytes()).hexdigest()}
                         for record in (store[i] for i in range(len(store)))]


@pytest.mark.parametrize("path, expected", REJECTED, ids=ids(REJECTED))
def test_rejected(path, expected):
    with pytest.raises(ZrecordError) as caught:
        with KINDS[expected["kind"]](path, mode="r") as store:
            for record in store:
                record.tobytes()
    assert caught.value.code in (-7, -8) and path.name in str(caught.value)
