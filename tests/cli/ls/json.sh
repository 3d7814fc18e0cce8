. "$ZR_TESTS/make_set.sh"
zr ls . --json
