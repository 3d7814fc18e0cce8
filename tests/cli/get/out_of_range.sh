. "$ZR_TESTS/make_labels.sh"
zr get labels 100
