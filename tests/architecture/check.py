"""check.py RULE --root DIR: checks one rule over the tree, prints every fault, exits with 1 when there is one."""
import argparse
import pathlib
import sys

import code_rules
import file_rules
import include_rules
from source_tree import SourceTree


def check(rule, tree, arguments):
    """Returns (faults, warnings)."""
    if rule == "includes":
        rules = include_rules.IncludeRules((pathlib.Path(__file__).parent / "include_rules.toml").read_text(encoding="utf-8"))
        return include_rules.check_includes(tree, rules, arguments.qt_headers), []
    if rule == "file_sizes":
        return file_rules.check_file_sizes(tree)
    if rule == "public_headers":
        return code_rules.check_public_headers(tree, arguments.compiler), []
    checks = {"functions": file_rules.check_functions, "folders": file_rules.check_folders, "links": file_rules.check_links,
              "words": file_rules.check_words, "source_lists": file_rules.check_source_lists,
              "error_table": code_rules.check_error_table, "mirror_tests": code_rules.check_mirror_tests}
    return checks[rule](tree), []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rule", choices=["includes", "file_sizes", "functions", "folders", "links", "words", "source_lists",
                                         "error_table", "mirror_tests", "public_headers"])
    parser.add_argument("--root", required=True)
    parser.add_argument("--qt-headers", help="folder that holds QtCore, QtGui, …; without it a module cannot be looked up")
    parser.add_argument("--compiler", default="c++")
    arguments = parser.parse_args()
    tree = SourceTree(arguments.root)
    faults, warnings = check(arguments.rule, tree, arguments)
    for warning in warnings:
        print(f"warning: {warning}")
    for fault in faults:
        print(fault)
    print(f"{arguments.rule}: {len(faults)} faults, {len(warnings)} warnings")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
