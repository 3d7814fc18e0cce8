"""Installs the build into a scratch folder, checks what is there and builds a stranger's project against it."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys


def run(*command, expect_success=True, folder=None):
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            cwd=folder)
    if (result.returncode == 0) != expect_success:
        print(result.stdout)
        sys.exit(f"{' '.join(str(part) for part in command)} ended with exit status {result.returncode}")
    return result.stdout


def check_files(prefix, public_headers, desktop):
    installed = {path.relative_to(prefix).as_posix() for path in prefix.rglob("*") if path.is_file()}
    wanted = ["bin/zr", "LICENSE", "libzrecord.a", "cmake/zrecord/zrecordConfig.cmake",
              "cmake/zrecord/zrecordConfigVersion.cmake"]
    wanted += [f"include/zrecord/{name}" for name in public_headers]
    if desktop:
        wanted += ["bin/zrecord-workbench", "share/applications/org.zrecord.Workbench.desktop",
                   "share/icons/hicolor/scalable/apps/org.zrecord.Workbench.svg",
                   "share/metainfo/org.zrecord.Workbench.metainfo.xml"]
    missing = [name for name in wanted if not any(path == name or path.endswith("/" + name) for path in installed)]
    if missing:
        sys.exit(f"not installed: {', '.join(missing)}")
    leaked = [path for path in installed if path.startswith("include/") and not path.startswith("include/zrecord/")]
    if leaked:
        sys.exit(f"installed, but not part of the public headers: {', '.join(sorted(leaked))}")
    for config in prefix.rglob("*.cmake"):
        if str(prefix) in config.read_text():
            sys.exit(f"{config.name} names the folder that it was installed to, so the package cannot be moved")


def readme_program(root):
    """The C++ lines of README.md as a program: the includes, and the rest as its main()."""
    block = re.search(r"```cpp\n(.*?)\n\n(.*?)```", (root / "README.md").read_text(encoding="utf-8"), re.S)
    return f"{block[1]}\nint main()\n{{\n{block[2]}}}\n"


def configure_stranger(arguments, prefix, folder, version, expect_success=True):
    return run(arguments.cmake, "-S", pathlib.Path(arguments.scratch) / "consumer", "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DWANTED_VERSION={version}",
               f"-DCMAKE_CXX_COMPILER={arguments.compiler}", "-DCMAKE_BUILD_TYPE=Debug", expect_success=expect_success)


def main():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "build", "scratch", "compiler", "version", "desktop"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    scratch = pathlib.Path(arguments.scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    first, prefix = scratch / "first", scratch / "moved"
    root = pathlib.Path(__file__).parents[2]

    run(arguments.cmake, "--install", arguments.build, "--prefix", first)
    headers = [path.name for path in (root / "core/zrecord/include/zrecord").glob("*.h")]
    check_files(first, headers, arguments.desktop == "1")
    first.rename(prefix)  # what was installed must not depend on where it was installed

    shutil.copytree(pathlib.Path(__file__).parent / "consumer", scratch / "consumer")
    (scratch / "consumer/readme.cpp").write_text(readme_program(root), encoding="utf-8")
    configure_stranger(arguments, prefix, scratch / "stranger", arguments.version)
    run(arguments.cmake, "--build", scratch / "stranger")
    printed = run(scratch / "stranger/stranger", scratch / "store")
    if printed != "5 6 1 2\n":
        sys.exit(f"the stranger's program printed {printed!r} instead of the records 2 and 0")
    printed = run(scratch / "stranger/readme", folder=scratch)
    if printed != "5 6 1 2\n":
        sys.exit(f"the C++ lines of README.md printed {printed!r}, not what their comment says")
    installed_zr = next(prefix.glob("bin/zr"))
    if arguments.version not in run(installed_zr, "--version"):
        sys.exit(f"the installed zr does not say version {arguments.version}")

    major, minor = arguments.version.split(".")[:2]
    for wrong in (f"{major}.{int(minor) + 1}", f"{int(major) + 1}.0"):
        output = configure_stranger(arguments, prefix, scratch / f"stranger-{wrong}", wrong, expect_success=False)
        if "zrecord" not in output or wrong not in output:
            sys.exit(f"a request for version {wrong} was refused without saying so:\n{output}")
    print(f"installed, moved, found by a stranger; versions {major}.{int(minor) + 1} and {int(major) + 1}.0 refused")


if __name__ == "__main__":
    main()
