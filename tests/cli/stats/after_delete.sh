. "$ZR_TESTS/make_labels.sh"
zr delete labels :50 >/dev/null
zr stats labels
zr stats labels --json
