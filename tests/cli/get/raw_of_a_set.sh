. "$ZR_TESTS/make_set.sh"
zr get set 0 --raw
