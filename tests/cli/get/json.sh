. "$ZR_TESTS/make_labels.sh"
zr get labels 1 2 --json
zr get labels 5:5 --json
