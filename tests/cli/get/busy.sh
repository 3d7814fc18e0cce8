. "$ZR_TESTS/make_labels.sh"
flock labels/meta.zr zr get labels 0
