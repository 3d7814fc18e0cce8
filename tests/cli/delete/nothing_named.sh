. "$ZR_TESTS/make_labels.sh"
zr delete labels
