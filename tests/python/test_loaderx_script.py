"""The test script that loaderx publishes in its source package, run on this package with only its imports changed.

ZR_LOADERX_SDIST is that package. Three of its tests reach into loaderx's own parts and say nothing about its users' code.
"""
import os
import re
import tarfile

import pytest

PRIVATE = {
    "test_dtype_identity_roundtrip_and_object_rejection": "calls loaderx's internal trainer",
    "test_empty_directory_create_and_invalid_dict_retry": "calls loaderx's internal store class",
    "test_dataloader_worker_error_and_backpressure": "looks at the queues inside loaderx's loader",
}


def script():
    with tarfile.open(os.environ["ZR_LOADERX_SDIST"]) as archive:
        member = next(m for m in archive.getmembers() if m.name.endswith("/scripts/test_loaderx.py"))
        text = archive.extractfile(member).read().decode()
    kept = [line for line in text.splitlines() if not re.match(r"from loaderx(\._store)? import", line)]
    text = re.sub(r"\bloaderx\b", "zrecord", "\n".join(kept))
    namespace = {"__name__": "ported", "__file__": __file__}
    exec(compile(text, "ported", "exec"), namespace)
    return namespace


TESTS = {name: test for name, test in script().items() if name.startswith("test_") and callable(test)}


def test_all_are_there():
    assert len(TESTS) > 25 and set(PRIVATE) <= set(TESTS)


@pytest.mark.parametrize("name", sorted(set(TESTS) - set(PRIVATE)))
def test_script(name):
    TESTS[name]()
