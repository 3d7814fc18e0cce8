"""The stubs of the compiled part say what is there, and what people type has types."""
import ast
import pathlib
import re
import typing

import numpy as np

import zrecord
from zrecord import BatchSampler, DataLoader, DenseStore, RaggedStore, Sampler, StreamSet, _core

STUB = pathlib.Path(zrecord.__file__).with_name("_core.pyi")


def test_stub_and_module_have_the_same_names():
    said, classes = set(), {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            said.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            said.add(node.target.id)
        if isinstance(node, ast.ClassDef):
            classes[node.name] = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
    assert said == {name for name in vars(_core) if not name.startswith("__")}
    for name, members in classes.items():
        own = {member for member in vars(getattr(_core, name)) if not member.startswith("__")}
        assert {member for member in members if not member.startswith("__")} == own, name
        assert all(hasattr(getattr(_core, name), member) for member in members), name


def test_stub_and_functions_take_as_many_arguments():
    """nanobind's own signatures have an argument for each that the stub names."""
    checked = 0
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        found = getattr(_core, node.name, None) if isinstance(node, ast.FunctionDef) else None
        if found is None:
            continue
        try:
            found(*[object()] * (len(node.args.args) + 1))
        except TypeError as error:
            signature = str(error).partition("1. ")[2].partition(") ->")[0]
            assert len(re.findall(r"\b(?:arg\d*|size): ", signature)) == len(node.args.args), (node.name, signature)
            checked += 1
    assert checked > 30


def test_results_are_not_any():
    for thing in (DenseStore.__iter__, DenseStore.gather, Sampler.__next__, BatchSampler.__next__, BatchSampler.indices, DataLoader.__next__,
                  DataLoader.__enter__, DenseStore.__enter__, RaggedStore.__enter__, StreamSet.__enter__):
        assert thing.__annotations__["return"] not in ("", "Any"), thing
    tree = ast.parse(pathlib.Path(zrecord._stores.__file__).read_text(encoding="utf-8"))
    returned = {}
    for kind in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for node in ast.walk(kind):
            if isinstance(node, ast.FunctionDef) and node.name == "__getitem__" and node.returns is not None:
                returned.setdefault(kind.name, []).append(ast.unparse(node.returns))
    assert returned == {"DenseStore": ["np.ndarray | np.generic", "np.ndarray"], "RaggedStore": ["np.ndarray", "list[np.ndarray]"]}
    assert typing.get_origin(zrecord._loader.Batch) is dict and np.ndarray in typing.get_args(typing.get_args(zrecord._loader.Batch)[1])
