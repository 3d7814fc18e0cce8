"""Runs script tests of zr.

A test is a file NAME.sh. It runs in a scratch folder of its own, with zr on the PATH, and is compared with the files
beside it: NAME.out (standard output), NAME.err (standard error), NAME.exit (exit status). A missing .out or .err means
nothing is printed, a missing .exit means status 0. '*' in an expected line stands for any characters.

--refresh writes what came out as the new expectation, except where the old one still matches.
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def line_matches(pattern: str, line: str) -> bool:
    return re.fullmatch(".*".join(re.escape(part) for part in pattern.split("*")), line) is not None


def text_matches(expected: str, actual: str) -> bool:
    want, got = expected.splitlines(), actual.splitlines()
    return expected.endswith("\n") == actual.endswith("\n") and len(want) == len(got) and all(map(line_matches, want, got))


def read(path: pathlib.Path, otherwise: str = "") -> str:
    return path.read_text(encoding="utf-8") if path.exists() else otherwise


def run(script: pathlib.Path, arguments: argparse.Namespace) -> dict[str, str]:
    with tempfile.TemporaryDirectory(prefix="zr-cli-") as scratch:
        folder = pathlib.Path(scratch)
        programs, work = folder / "programs", folder / "work"
        programs.mkdir()
        work.mkdir()
        (programs / "zr").symlink_to(arguments.zr)
        environment = {
            "PATH": f"{programs}:/usr/bin:/bin",
            "HOME": scratch,
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "ZR_TEST_DATA": str(arguments.data),
            "ZR_TESTS": str(pathlib.Path(__file__).parent),
            "PYTHON": sys.executable,
        }
        # The sanitizers of a checked build take their options from here.
        environment.update({name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")})
        done = subprocess.run(["sh", str(script)], cwd=work, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=arguments.timeout)
    decode = lambda raw: raw.decode("utf-8", "backslashreplace")
    return {".out": decode(done.stdout), ".err": decode(done.stderr), ".exit": f"{done.returncode}\n"}


def refresh(script: pathlib.Path, actual: dict[str, str]) -> None:
    for ending, text in actual.items():
        path, nothing = script.with_suffix(ending), "0\n" if ending == ".exit" else ""
        if text_matches(read(path, nothing), text):
            continue
        if text == nothing:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text, encoding="utf-8")


def faults(script: pathlib.Path, actual: dict[str, str]) -> list[str]:
    found = []
    for ending, text in actual.items():
        expected = read(script.with_suffix(ending), "0\n" if ending == ".exit" else "")
        if not text_matches(expected, text):
            found += difflib.unified_diff(expected.splitlines(), text.splitlines(), f"expected {ending}", f"actual {ending}", lineterm="")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zr", required=True, type=pathlib.Path)
    parser.add_argument("--data", required=True, type=pathlib.Path, help="tests/data")
    parser.add_argument("--refresh", action="store_true")
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("paths", nargs="+", type=pathlib.Path, help="scripts, or folders of them")
    arguments = parser.parse_args()
    arguments.zr = arguments.zr.resolve(strict=True)
    arguments.data = arguments.data.resolve(strict=True)
    scripts = [script for path in arguments.paths for script in (sorted(path.glob("*.sh")) if path.is_dir() else [path])]
    failed = 0
    for script in scripts:
        actual = run(script.resolve(), arguments)
        if arguments.refresh:
            refresh(script, actual)
        found = faults(script, actual)
        failed += bool(found)
        print(f"{'FAIL' if found else 'ok  '} {script.parent.name}/{script.stem}")
        for line in found:
            print(f"     {line}")
    print(f"{len(scripts) - failed} of {len(scripts)} scripts passed")
    return 1 if failed or not scripts else 0


if __name__ == "__main__":
    sys.exit(main())
