"""The files of the repository as the rules see them."""
import dataclasses
import pathlib
import re
import shutil
import subprocess

SKIPPED = {"build", "out", ".git", ".venv", "__pycache__"}
CODE = {".h", ".cpp", ".hpp", ".cc", ".c"}
TEXT = CODE | {".py", ".sh", ".cmake", ".txt", ".md", ".toml", ".json", ".in", ".xml", ".desktop", ".qrc", ".svg", ".ts", ""}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


@dataclasses.dataclass(frozen=True)
class Include:
    line: int
    name: str
    quoted: bool


class SourceTree:
    """Reads below `root`; paths are relative to it, with forward slashes."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self._files = None

    def files(self, *prefixes):
        """All files, or those below one of the prefixes, in order."""
        if self._files is None:
            self._files = sorted(self._walk(self.root))
        if not prefixes:
            return self._files
        return [path for path in self._files if any(is_below(path, prefix) for prefix in prefixes)]

    def _walk(self, folder):
        for entry in folder.iterdir():
            if entry.is_dir():
                if entry.name not in SKIPPED and not entry.is_symlink():
                    yield from self._walk(entry)
            elif entry.name not in SKIPPED:  # .git is a file in a linked work tree
                yield entry.relative_to(self.root).as_posix()

    def tracked_names(self):
        """What git holds at the top level; empty where this is no git checkout, or where there is no git."""
        if shutil.which("git") is None:
            return []
        found = subprocess.run(["git", "-c", f"safe.directory={self.root.resolve()}", "-C", str(self.root), "ls-tree", "--name-only", "HEAD"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return found.stdout.splitlines() if found.returncode == 0 else []

    def code(self, *prefixes):
        return [path for path in self.files(*prefixes) if suffix(path) in CODE]

    def text_files(self):
        """Everything that people write; test data is not."""
        return [path for path in self.files() if suffix(path) in TEXT and not path.startswith("tests/data/")]

    def exists(self, path):
        return (self.root / path).is_file()

    def read(self, path):
        return (self.root / path).read_text(encoding="utf-8")

    def lines(self, path):
        return self.read(path).splitlines()

    def includes(self, path):
        for number, line in enumerate(self.lines(path), 1):
            match = INCLUDE.match(line)
            if match:
                yield Include(number, match[1] or match[2], match[1] is not None)


def suffix(path):
    return pathlib.PurePosixPath(path).suffix


def is_below(path, folder):
    return folder in ("", ".") or path == folder or path.startswith(folder + "/")
