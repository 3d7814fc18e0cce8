"""The test script, the examples and the benchmarks that loaderx publishes in its source package, run on this package with only their
imports changed.

ZR_LOADERX_SDIST is that package. Three of its tests reach into loaderx's own parts and say nothing about its users' code.
"""
import os
import pathlib
import re
import subprocess
import sys
import tarfile

import numpy as np
import pytest

import zrecord

PRIVATE = {
    "test_dtype_identity_roundtrip_and_object_rejection": "calls loaderx's internal trainer",
    "test_empty_directory_create_and_invalid_dict_retry": "calls loaderx's internal store class",
    "test_dataloader_worker_error_and_backpressure": "looks at the queues inside loaderx's loader",
}


def published(name):
    with tarfile.open(os.environ["ZR_LOADERX_SDIST"]) as archive:
        return archive.extractfile(f"loaderx-1.7.2/{name}").read().decode()


def script():
    text = published("scripts/test_loaderx.py")
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


#: Of the examples in its readme: those that need no device and no other package.
EXAMPLES = [text for text in re.findall(r"^```python\n(.*?)^```", published("README.md"), re.M | re.S) if not re.search(r"\b(torch|jax)\b", text)]


def names_that_its_readme_takes_for_granted():
    tokens = [np.arange(1 + i % 9, dtype="i4") for i in range(600)]
    data = np.random.default_rng(0).integers(0, 9, (600, 28, 28), "u1")
    return {"np": np, "data": data, "images": data, "single_image": data[7], "seq_a": tokens[0], "seq_b": tokens[1], "seq_c": tokens[2],
            "settled_array": data.reshape(600, -1), "token_generator": iter(tokens), "joint": data.astype("f4"),
            "label": np.arange(600, dtype="i8"), "seqs": tokens}


def test_examples(monkeypatch, own_folder, capsys):
    """One after the other, with what the ones before left, each in a folder of its own."""
    assert len(EXAMPLES) >= 9
    names = names_that_its_readme_takes_for_granted()
    given = dict(names)
    for number, example in enumerate(EXAMPLES):
        folder = own_folder / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        np.save("data.npy", given["data"])
        np.save("label.npy", given["label"])
        if '"src"' in example:
            with zrecord.DenseStore("src", "u1", (28, 28)) as store:
                store.append(given["data"])
        if "dense_tokens" in example:
            names["dense_tokens"] = zrecord.DenseStore("t", "i4", (4,))
            names["dense_tokens"].append(np.zeros((600, 4), "i4"))
            names["labelset"] = zrecord.DenseStore("l", "i8", ())
            names["labelset"].append(given["label"])
        names.update({key: value for key, value in given.items() if not isinstance(value, type(iter([])))})
        exec(compile(re.sub(r"\bloaderx\b", "zrecord", example), f"example {number}", "exec"), names)
    assert capsys.readouterr().out == "(256, 28, 28)\n(256,)\n"
    assert names["batch"]["joint"].shape == (256, 28, 28) and len(names["batch"]["token"]) == 256 and names["indices"].shape == (256,)
    assert names["padded"].shape == (3, 5) and names["padded"][2].tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("command", ["bench_dense.py --records 64 --shape 1,16,16 --batch 8 --batches 3 --only zrecord-raw,zrecord-zstd,zrecord-zstdict",
                                     "bench_ragged.py --records 300 --batch 8 --batches 3 --only zrecord-raw,zrecord-zstd,zrecord-zstdict",
                                     "bench.py loader --only loaderx,loaderx-raw --records 64 --shape 1,16,16 --loader-batch 8 --batches 3",
                                     "bench.py sampler --steps 100"])
def test_benchmarks(command, own_folder):
    for name in ("bench.py", "bench_dense.py", "bench_ragged.py", "_bench_common.py"):
        text = re.sub(r"^.*(?:find_spec|import).*$", lambda line: re.sub(r"\bloaderx\b", "zrecord", line[0]), published(f"scripts/{name}"), flags=re.M)
        (own_folder / name).write_text(text)
    package = str(pathlib.Path(zrecord.__file__).parents[1])
    done = subprocess.run([sys.executable, *command.split()], cwd=own_folder, capture_output=True, text=True, timeout=100,
                          env={**os.environ, "PYTHONPATH": package})
    assert done.returncode == 0, done.stderr
    measured = command.rpartition("--only ")[2].split()[0].split(",") if "--only" in command else ["zsampler"]
    for name in measured:
        assert re.search(rf"^{name}\s+.*\d", done.stdout, re.M), done.stdout
