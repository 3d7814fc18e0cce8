. "$ZR_TESTS/make_labels.sh"
zr delete labels 50:50
