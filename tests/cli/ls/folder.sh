. "$ZR_TESTS/make_labels.sh"
. "$ZR_TESTS/make_set.sh"
mkdir -p deep/er .hidden
zr create deep/er/texts --ragged >/dev/null
zr create .hidden/secret >/dev/null
zr ls
echo
zr ls --recursive
