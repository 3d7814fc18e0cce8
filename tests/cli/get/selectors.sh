. "$ZR_TESTS/make_labels.sh"
zr get labels 3 -2 10:14 ::40 -2:
