"""Rules about what belongs together: error table, mirror tests, public headers."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import tomllib

ERROR_HEADER = "core/zrecord/include/zrecord/error_code.h"
ERROR_TABLE = "core/zrecord/src/base/error_code.cpp"
PUBLIC_HEADERS = "core/zrecord/include"
# Sources of these folders have a test program of the same name in these.
MIRRORS = {"core/zrecord/src": "tests/zrecord", "core/workbench": "tests/workbench", "widgets": "tests/widgets"}
UNTESTED = "tests/architecture/untested.toml"
EXIT_STATUSES = {0, 2, 3, 4, 5, 6, 130}


def check_error_table(tree):
    """Every code has one row with name, exit status, text and advice."""
    body = re.search(r"enum class ErrorCode[^{]*\{(.*?)\};", tree.read(ERROR_HEADER), re.S)
    if not body:
        return [f"{ERROR_HEADER}: enum class ErrorCode is not there"]
    codes = re.findall(r"^\s*([A-Z]\w*)", re.sub(r"//[^\n]*", "", body[1]), re.M)
    rows = re.findall(r'ErrorInfo\{(\w+), "([^"]*)", (-?\d+), "([^"]*)", (\d+), "([^"]*)", "([^"]*)"\}', tree.read(ERROR_TABLE))
    faults = []
    if [row[0] for row in rows] != codes:
        faults.append(f"{ERROR_TABLE}: the rows are not the codes of {ERROR_HEADER} in their order")
    names = [row[1] for row in rows]
    faults += [f"{ERROR_TABLE}: the name '{name}' stands twice" for name in set(names) if names.count(name) > 1]
    for code, name, _, exception, status, text, advice in rows:
        missing = [what for what, value in (("name", name), ("text", text), ("advice", advice), ("Python exception", exception))
                   if not value and code != "Ok"]
        faults += [f"{ERROR_TABLE}: {code} has no {what}" for what in missing]
        if int(status) not in EXIT_STATUSES or (int(status) == 0) != (code == "Ok"):
            faults.append(f"{ERROR_TABLE}: {code} has the exit status {status}, which is not documented")
        if text.endswith("."):
            faults.append(f"{ERROR_TABLE}: the text of {code} is a phrase and ends without a full stop")
        if advice and not advice.endswith("."):
            faults.append(f"{ERROR_TABLE}: the advice of {code} is a sentence and ends with a full stop")
    return faults


def check_mirror_tests(tree):
    """src/<area>/x.cpp has tests/<layer>/<area>/tst_x.cpp, or stands in untested.toml: under the test program that covers
    it, or with the reason why there is none. The lists may only shrink."""
    lists = tomllib.loads(tree.read(UNTESTED)) if tree.exists(UNTESTED) else {}
    covered = {path: test for test, paths in lists.get("covered_by", {}).items() for path in paths}
    untested = lists.get("untested", {})
    faults = [f"{UNTESTED}: {path} has no reason" for path, reason in untested.items() if len(reason.strip()) < 10]
    faults += [f"{UNTESTED}: {test} is not there" for test in lists.get("covered_by", {}) if not tree.exists(test)]
    faults += [f"{UNTESTED}: {path} is not there any more; remove the entry"
               for path in [*untested, *covered] if not tree.exists(path)]
    for folder, tests in MIRRORS.items():
        for path in tree.code(folder):
            if not path.endswith(".cpp"):
                continue
            mirror = mirror_of(path, folder, tests)
            listed = path in untested or path in covered
            if tree.exists(mirror) and listed:
                faults.append(f"{UNTESTED}: {path} has its test now; remove the entry")
            elif not tree.exists(mirror) and not listed:
                faults.append(f"{path}: {mirror} is missing")
    return faults


def mirror_of(path, folder, tests):
    relative = pathlib.PurePosixPath(path[len(folder) + 1:])
    return (pathlib.PurePosixPath(tests) / relative.parent / f"tst_{relative.stem}.cpp").as_posix()


def check_public_headers(tree, compiler):
    """Every public header compiles alone, without any other include folder."""
    headers = [path for path in tree.code(PUBLIC_HEADERS) if path.endswith(".h")]
    if not headers:
        return [f"{PUBLIC_HEADERS}: there is no header"]

    def compile_alone(path):
        name = path[len(PUBLIC_HEADERS) + 1:]
        command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
                   "-fsyntax-only", f"-I{tree.root / PUBLIC_HEADERS}", "-x", "c++", "-"]
        # Twice, so that a missing include guard shows as well.
        result = subprocess.run(command, input=f"#include <{name}>\n#include <{name}>\n", text=True, capture_output=True)
        return f"{path} does not compile alone:\n{result.stderr}" if result.returncode else None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [fault for fault in pool.map(compile_alone, headers) if fault]
