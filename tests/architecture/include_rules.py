"""Who may include whom: include_rules.toml against every #include line."""
import fnmatch
import pathlib
import posixpath
import re
import tomllib

from source_tree import is_below

STANDARD = re.compile(r"^[a-z_0-9]+$|^c?(assert|errno|math|std[a-z]+|string|time)\.h$")
QT = re.compile(r"^Q[A-Z]\w*$|^Qt[A-Z]\w*(/\w+)?$|^Qt[A-Z]\w*/.*\.h$|^q[a-z]+\.h$")


class IncludeRules:
    def __init__(self, text):
        rules = tomllib.loads(text)
        self.roots = rules["roots"]
        self.groups = rules["groups"]
        self.folders = rules["folder"]

    def folder_of(self, path):
        """The rule for a file: the one with the longest path above it."""
        matching = [rule for rule in self.folders if is_below(path, rule["path"])]
        return max(matching, key=lambda rule: len(rule["path"]), default=None)

    def group_of(self, name):
        for group, patterns in self.groups.items():
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
                return group
        return "standard" if STANDARD.match(name) else None


def check_includes(tree, rules, qt_headers=None):
    """Returns one sentence for every include line that breaks a rule."""
    faults = []
    for path in tree.code():
        if path.startswith("tests/data/"):
            continue
        rule = rules.folder_of(path)
        if rule is None:
            faults.append(f"{path}: no [[folder]] of include_rules.toml covers it")
            continue
        for include in tree.includes(path):
            fault = judge(tree, rules, rule, path, include, qt_headers)
            if fault:
                faults.append(f"{path}:{include.line}: {fault}")
    return faults


def judge(tree, rules, rule, path, include, qt_headers):
    target = resolve(tree, rules, path, include)
    if target:
        if any(is_below(target, place) for place in rule.get("never", [])):
            return f'may not include "{include.name}": {rule["why"]}'
        if is_below(target, rule["path"]) or any(is_below(target, place) for place in rule["may"]):
            return None
        return f'may not include "{include.name}": {rule["why"]}'
    if include.quoted:
        if include.name.endswith(".moc") or include.name.startswith("ui_"):
            return None
        return f'"{include.name}" is no file of this repository; libraries are included with <…>'
    # A library that builds on Qt may be named like one of its headers.
    if QT.match(include.name) and rules.group_of(include.name) in (None, "standard"):
        module = qt_module(include.name, qt_headers)
        allowed = rule.get("qt", [])
        if module in allowed or (module is None and allowed and qt_headers is None):
            return None
        return f"may not include <{include.name}> of {module or 'Qt'}: {rule['why']}"
    group = rules.group_of(include.name)
    if group is None:
        return f"<{include.name}> belongs to no group of include_rules.toml"
    if group == "standard" or group in rule.get("libraries", []):
        return None
    return f"may not include <{include.name}> ({group}): {rule['why']}"


def resolve(tree, rules, path, include):
    """The repository file that an include line means; None for a library's."""
    candidates = [posixpath.normpath(posixpath.join(root, include.name)) for root in rules.roots]
    if include.quoted:
        candidates.append(posixpath.normpath(posixpath.join(posixpath.dirname(path), include.name)))
        parts = path.split("/")  # a program's own folders, as in "cli/x.h" from app/cli
        candidates += [posixpath.join(*parts[:depth], include.name) for depth in range(1, len(parts))]
    return next((candidate for candidate in candidates if tree.exists(candidate)), None)


def qt_module(name, qt_headers):
    """QtCore, QtGui, …; None when the Qt headers are not at hand to look it up."""
    if "/" in name:
        return name.split("/")[0]
    if name in ("QtGlobal", "QtMath", "QtDebug", "QtEndian", "QtTypes"):
        return "QtCore"
    if name.startswith("Qt") and qt_headers is None:
        return name  # <QtCore>, <QtWidgets>: the whole module
    if qt_headers is None:
        return None
    for folder in sorted(pathlib.Path(qt_headers).iterdir()):
        if folder.name.startswith("Qt") and (folder / name).is_file():
            return folder.name
    return None
