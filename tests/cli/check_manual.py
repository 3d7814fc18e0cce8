"""Runs the console sessions of the command line's manual pages and compares what they show.

A session is a block that begins with ```console. Lines with '$ ' are run by sh, one after the other, in a scratch folder
that holds the sample stores in samples/; the lines below each are what it prints, both streams together. '*' stands for
any characters. The block ```text of a page must be what 'zr COMMAND --help' prints, and every command must have a page.
--refresh writes both into the pages.

--readme: each line of the README's block on the command line has to succeed, in order, in a scratch folder with the
arrays that it speaks of.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from run_cli_tests import text_matches

README_BLOCK = re.compile(r"^## Command line\n+```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(console|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Manual:
    def __init__(self, zr: pathlib.Path, scratch: pathlib.Path):
        self.samples = scratch / "demo"
        self.scratch = scratch
        programs = scratch / "programs"
        programs.mkdir()
        (programs / "zr").symlink_to(zr)
        self.environment = {"PATH": f"{programs}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self.shell("zr demo demo >/dev/null", scratch)

    def shell(self, command: str, folder: pathlib.Path) -> str:
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        return done.stdout.decode("utf-8", "backslashreplace")

    def commands(self) -> list[str]:
        overview = self.shell("zr help", self.scratch)
        return re.findall(r"^  ([a-z]+) ", overview.split("Commands:")[1].split("\n\n")[0], re.MULTILINE)

    def session(self, block: str) -> str:
        """The block with what its commands print now, where that is not what it says."""
        parts = re.split(r"^(\$ .*\n)", block, flags=re.MULTILINE)[1:]
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            if "samples" in block:
                shutil.copytree(self.samples, pathlib.Path(folder) / "samples")
            text = ""
            for command, shown in zip(parts[::2], parts[1::2]):
                actual = self.shell(command[2:], pathlib.Path(folder))
                if actual and not actual.endswith("\n"):
                    actual += "\n"
                text += command + (shown if text_matches(shown, actual) else actual)
        return text

    def page(self, command: str, text: str) -> str:
        def renew(block: re.Match) -> str:
            content = self.shell(f"zr {command} --help", self.scratch) if block[1] == "text" else self.session(block[2])
            return f"```{block[1]}\n{content}```"
        return BLOCK.sub(renew, text)


def check_readme(manual: Manual, readme: pathlib.Path) -> int:
    lines = README_BLOCK.search(readme.read_text(encoding="utf-8"))[1].splitlines()
    folder = manual.scratch / "readme"
    folder.mkdir()
    manual.shell("zr export ../demo/fashion/test/image images.npy :40; zr export ../demo/fashion/test/image more.npy 40:60", folder)
    failed = 0
    for line in lines[1:]:  # the first one names the folder of a build
        shown = manual.shell(f"{line}\necho \"status $?\"", folder)
        if not shown.endswith("status 0\n"):
            failed += 1
            print(f"FAIL {readme.name}: {line}\n{shown}")
    if not failed:
        print(f"ok   {readme.name}: {len(lines) - 1} lines")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zr", required=True, type=pathlib.Path)
    parser.add_argument("--manual", required=True, type=pathlib.Path)
    parser.add_argument("--readme", type=pathlib.Path)
    parser.add_argument("--refresh", action="store_true")
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="zr-manual-") as scratch:
        manual = Manual(arguments.zr.resolve(strict=True), pathlib.Path(scratch))
        if arguments.readme:
            failed += check_readme(manual, arguments.readme)
        for command in manual.commands():
            path = arguments.manual / f"zr-{command}.md"
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            actual = manual.page(command, text)
            complete = {"text", "console"} <= {block[1] for block in BLOCK.finditer(text)}
            if arguments.refresh and complete and actual != text:
                path.write_text(actual, encoding="utf-8")
                text = actual
            if actual != text or not complete:
                failed += 1
                print(f"FAIL {path}: it {'does not show what zr prints' if complete else 'lacks its help or a session'}")
                for old, new in zip(text.splitlines(), actual.splitlines()):
                    if old != new:
                        print(f"     page: {old}\n     zr:   {new}")
                        break
            else:
                print(f"ok   {path.name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
