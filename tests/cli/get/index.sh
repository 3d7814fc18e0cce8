. "$ZR_TESTS/make_labels.sh"
zr get labels 7
zr get labels -1
