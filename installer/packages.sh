# Sourced by installer/run and tests/run: what is needed from Debian, and the ways to say something.

zr_packages_file="$(dirname "${BASH_SOURCE[0]}")/packages.txt"

say() { printf '%s\n' "$*"; }
step() { printf '\n== %s\n' "$*"; }
fail() {
    printf '\n%s: %s\n' "${zr_program:-run}" "$*" >&2
    exit 1
}

# Prints the package names of the given sections of packages.txt.
zr_packages() {
    awk -v wanted=" $* " '
        /^\[/ { name = substr($0, 2, length($0) - 2); chosen = index(wanted, " " name " "); next }
        /^[ \t]*(#|$)/ { next }
        chosen { print $1 }' "$zr_packages_file"
}

zr_missing_packages() {
    local name
    for name in $(zr_packages "$@"); do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || printf '%s\n' "$name"
    done
}

# Installs what is missing of the given sections. Touches neither the network nor the package system when all is there.
zr_install_packages() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
        fail "this script installs what it needs with apt-get, as Debian 12 has it; apt-get was not found. Install the packages of installer/packages.txt by the means of your system and give --no-install."
    local missing as_root=()
    missing=$(zr_missing_packages "$@" | sort -u | tr '\n' ' ')
    [ -n "$missing" ] || { say "All packages are installed already."; return 0; }
    say "Missing packages: $missing"
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            fail "packages are missing and this is neither root nor a system with sudo. As root, run: apt-get install --no-install-recommends $missing"
        as_root=(sudo)
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null ||
        fail "apt-get update failed, see above; check the network and the sources of apt, then run this again."
    # shellcheck disable=SC2086
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing </dev/null ||
        fail "apt-get could not install the packages, see above."
}

# Uses the compiler cache where there is one.
zr_use_ccache() {
    if command -v ccache >/dev/null; then
        export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER:-ccache}"
        export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}"
        # Precompiled headers are cached only when their times and macros are not compared.
        export CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS:-pch_defines,time_macros}"
        # Found by the text of all files that went into a result: a look-up by what the preprocessor prints takes headers
        # that differ in comments for equal, and a precompiled header with the old text makes "#pragma once" fail.
        export CCACHE_DEPEND=1
        # Apart from what was stored before under the other way to look up.
        export CCACHE_NAMESPACE="${CCACHE_NAMESPACE:-zrecord-depend}"
    fi
}

zr_cores() { nproc 2>/dev/null || echo 2; }
