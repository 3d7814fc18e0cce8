"""What a type checker says of the package, and of a program that uses it."""
import pathlib
import re
import subprocess
import sys

import zrecord

PACKAGE = pathlib.Path(zrecord.__file__).parent
PROGRAM = pathlib.Path(__file__).with_name("typed_program.py")
#: Installed for other suites only.
FOREIGN = ("h5py", "pandas", "pyarrow", "ray", "torch", "tqdm", "zarr")


def mypy(*arguments):
    done = subprocess.run([sys.executable, "-m", "mypy", "--no-incremental", "--python-version", "3.11", *arguments], capture_output=True, text=True,
                          cwd=PACKAGE.parent, timeout=600)
    assert done.returncode in (0, 1), done.stderr
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def test_package():
    faults = [line for line in mypy("--package", "zrecord") if not re.search(rf'module named "(?:{"|".join(FOREIGN)})|stubs not installed for', line)]
    assert faults == []


def test_program():
    """Strictly; every call is typed, and what is wrong is refused."""
    wanted = {number: match[1] for number, line in enumerate(PROGRAM.read_text(encoding="utf-8").splitlines(), 1)
              if (match := re.search(r"# wrong: (\S+)$", line))}
    assert len(wanted) == 4
    found = {}
    for line in mypy("--strict", "--follow-imports=silent", str(PROGRAM)):
        number, code = re.search(r"typed_program\.py:(\d+): error: .*\[([\w-]+)\]$", line).groups()
        found[int(number)] = code
        assert wanted.get(int(number)) == code, line
    assert found == wanted
