"""Rules about single files: size, words, and the lists that name them."""
import pathlib
import re

from source_tree import CODE, is_below, suffix

WARN_LINES = 450
MAX_LINES = 600
MAX_FUNCTION_LINES = 80
MAX_PAIRS = 20  # headers with their sources in one folder


def check_file_sizes(tree):
    """Returns (faults, warnings) for code and scripts."""
    faults, warnings = [], []
    for path in tree.text_files():
        if suffix(path) not in CODE | {".py"}:
            continue
        count = len(tree.lines(path))
        if count > MAX_LINES:
            faults.append(f"{path}: {count} lines, the limit is {MAX_LINES}; split it by subject")
        elif count > WARN_LINES:
            warnings.append(f"{path}: {count} lines, above {WARN_LINES}")
    return faults, warnings


def check_functions(tree):
    """Bodies of C++ functions: an opening brace alone on its line, up to the closing one below it."""
    faults = []
    for path in tree.code():
        lines = tree.lines(path)
        for start, line in enumerate(lines):
            if line.strip() != "{":
                continue
            closing = line.replace("{", "}")
            end = next((i for i in range(start + 1, len(lines)) if lines[i].rstrip(";") == closing), len(lines))
            if end - start - 1 > MAX_FUNCTION_LINES:
                faults.append(f"{path}:{start}: {end - start - 1} lines in '{lines[start - 1].strip()}', "
                              f"the limit is {MAX_FUNCTION_LINES}")
    return faults


TOP_LEVEL = {"CMakeLists.txt", "app", "core", "widgets", "resources", "tests", "installer", "docs", "README.md", "LICENSE",
             "CMakePresets.json"}


def check_folders(tree):
    """A folder with too many pairs wants to become two; at the top stands what belongs there, and dot files."""
    faults = [f"{name}: does not belong at the top level" for name in tree.tracked_names()
              if name not in TOP_LEVEL and not name.startswith(".")]
    pairs = {}
    for path in tree.code("core", "widgets", "app"):
        file = pathlib.PurePosixPath(path)
        pairs.setdefault(file.parent.as_posix(), set()).add(file.stem)
    return faults + [f"{folder}: {len(names)} pairs, the limit is {MAX_PAIRS}; divide it by subject"
            for folder, names in sorted(pairs.items()) if len(names) > WIDE_FOLDERS.get(folder, MAX_PAIRS)]


# Folders that are wider today. The numbers may only shrink; the public headers are one for each subject.
WIDE_FOLDERS = {
    "core/zrecord/include/zrecord": 41,
    "core/zrecord/src/store": 23,
}


LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def check_links(tree):
    """Relative links of every page lead somewhere."""
    faults = []
    for path in tree.text_files():
        if suffix(path) != ".md":
            continue
        for number, line in enumerate(tree.lines(path), 1):
            for target in LINK.findall(line):
                if "://" not in target and not (tree.root / path).parent.joinpath(target).exists():
                    faults.append(f"{path}:{number}: {target} is not there")
    return faults


class BannedWord:
    def __init__(self, pattern, reason, code_only=True, except_below=()):
        self.pattern = re.compile(pattern)
        self.reason = reason
        self.code_only = code_only
        self.except_below = except_below

    def applies_to(self, path):
        return not (self.code_only and suffix(path) not in CODE | {".py"}) and \
            not any(is_below(path, folder) for folder in self.except_below)


# Written in pieces, so that this list does not find itself.
BANNED = [
    BannedWord("process" + "Events", "the event loop is not pumped by hand; work runs in jobs", except_below=("tests",)),
    BannedWord(r"\binstance" + r"\(\)", "there are no global objects; pass what is needed"),
    BannedWord("QMessage" + "Box", "questions are asked by widgets/dialogs only",
               except_below=("widgets/dialogs", "tests/widgets", "tests/desktop")),
    BannedWord(r"\b(TO" + "DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b", "unfinished work belongs in the tracker", code_only=False),
    BannedWord(r"(?<![\w.$}])/(home|root|work|Users|mnt|opt)/\w", "a path of one machine", code_only=False),
    BannedWord("QS" + "KIP|QEXPECT" + "_FAIL|unittest" + r"\.skip", "a test runs or is removed", code_only=False),
    BannedWord(r"\busing namespace (std|zrecord)\b(?!::\w*literals)", "names are spelled out", except_below=("tests",)),
]


def check_words(tree, banned=None):
    faults = []
    for path in tree.text_files():
        rules = [rule for rule in (banned or BANNED) if rule.applies_to(path)]
        for number, line in enumerate(tree.lines(path), 1) if rules else ():
            faults += [f"{path}:{number}: '{match[0]}': {rule.reason}"
                       for rule in rules if (match := rule.pattern.search(line))]
    return faults


def check_source_lists(tree):
    """Every source is named by the CMakeLists.txt of its folder or of a folder above: nothing lies about unbuilt."""
    faults = []
    for path in tree.code("core", "widgets", "app", "tests"):
        if suffix(path) not in (".cpp", ".cc", ".c") or path.startswith("tests/data/"):
            continue
        if not any(names_file(tree, folder, path) for folder in folders_above(path)):
            faults.append(f"{path}: no CMakeLists.txt names it, so it is never compiled")
    return faults


def folders_above(path):
    return [folder.as_posix() for folder in pathlib.PurePosixPath(path).parents]


def names_file(tree, folder, path):
    listing = path_join(folder, "CMakeLists.txt")
    if not tree.exists(listing):
        return False
    relative = path[len(folder) + 1:] if folder != "." else path
    text = tree.read(listing)
    if re.search(rf"(?<![\w/.]){re.escape(relative)}(?![\w.])", text):
        return True
    # A list of stems, for a loop or a function here or above that makes "tst_${name}.cpp" of each.
    stem = re.sub(r"^tst_", "", pathlib.PurePosixPath(relative).stem)
    listed = "/" not in relative and re.search(rf"(?<![\w/.-]){re.escape(stem)}(?![\w.])", text) is not None
    return listed and any(makes_names(tree, path_join(above, "CMakeLists.txt")) for above in folders_above(path))


def makes_names(tree, listing):
    return tree.exists(listing) and re.search(r"(tst_)?\$\{\w+\}\.cpp", tree.read(listing)) is not None


def path_join(folder, name):
    return name if folder == "." else f"{folder}/{name}"
