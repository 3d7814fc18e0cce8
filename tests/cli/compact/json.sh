. "$ZR_TESTS/make_labels.sh"
zr delete labels 0 >/dev/null
zr compact labels --json
