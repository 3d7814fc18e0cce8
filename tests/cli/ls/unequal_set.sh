. "$ZR_TESTS/make_set.sh"
zr delete set/label 0 >/dev/null
zr ls
