. "$ZR_TESTS/make_set.sh"
zr dump set
