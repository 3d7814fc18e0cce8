. "$ZR_TESTS/make_set.sh"
zr get set 1
zr get set 1 2 --json
