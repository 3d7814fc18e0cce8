"""A changed comment in a precompiled header, built again in an emptied folder with what the compiler cache kept, still builds."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(precompiled CXX)
add_library(precompiled STATIC first.cpp second.cpp)
target_precompile_headers(precompiled PRIVATE "${CMAKE_SOURCE_DIR}/shared.h")
"""
HEADER = """#pragma once
// {comment}
struct Shared {{}};
"""


def build_afresh(arguments, project):
    """Configures and builds as tests/run and installer/run do, in the same folder as before, without anything left in it."""
    folder = project / "build"
    shutil.rmtree(folder, ignore_errors=True)
    packages = pathlib.Path(__file__).parents[2] / "installer" / "packages.sh"
    script = (f'. "{packages}"; zr_use_ccache; "{arguments.cmake}" -G Ninja -S "{project}" -B "{folder}" '
              f'-DCMAKE_CXX_COMPILER="{arguments.compiler}" && "{arguments.cmake}" --build "{folder}"')
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("CCACHE_", "CMAKE_"))}
    surroundings["CCACHE_DIR"] = str(project / "cache")
    result = subprocess.run(["bash", "-c", script], env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit(f"the build failed:\n{result.stdout}")


def write(project, name, text):
    (project / name).write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "compiler", "scratch"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    project = pathlib.Path(arguments.scratch)
    shutil.rmtree(project, ignore_errors=True)
    project.mkdir(parents=True)
    write(project, "CMakeLists.txt", PROJECT)
    write(project, "first.cpp", '#include "shared.h"\nShared first;\n')
    for comment, variable in (("first text", "early"), ("other text", "later")):
        write(project, "shared.h", HEADER.format(comment=comment))
        write(project, "second.cpp", f'#include "shared.h"\nShared {variable};\n')
        time.sleep(2)  # ccache does not trust the text of a file that is younger than its own second
        build_afresh(arguments, project)
    print("a header with another comment was built again from the cache")


main()
