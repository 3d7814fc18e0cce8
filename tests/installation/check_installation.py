"""Installs the build into a scratch folder, checks what is there and builds a stranger's project against it."""
import argparse
import pathlib
import shutil
import subprocess
import sys


def run(*command, expect_success=True):
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
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


def configure_stranger(arguments, prefix, folder, version, expect_success=True):
    source = pathlib.Path(__file__).parent / "consumer"
    return run(arguments.cmake, "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DWANTED_VERSION={version}",
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

    configure_stranger(arguments, prefix, scratch / "stranger", arguments.version)
    run(arguments.cmake, "--build", scratch / "stranger")
    printed = run(scratch / "stranger/stranger", scratch / "store")
    if printed != "5 6 1 2\n":
        sys.exit(f"the stranger's program printed {printed!r} instead of the records 2 and 0")
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
