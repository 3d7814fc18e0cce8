. "$ZR_TESTS/make_labels.sh"
zr delete labels 0:2 --moves --json
