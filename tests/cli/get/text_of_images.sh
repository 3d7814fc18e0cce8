. "$ZR_TESTS/make_set.sh"
zr get set/image 0 --text
