. "$ZR_TESTS/make_set.sh"
zr verify set
zr verify set/image --quick
zr verify set/label --json
