. "$ZR_TESTS/make_set.sh"
zr stats set
