. "$ZR_TESTS/make_labels.sh"
flock --shared labels/meta.zr zr get labels 0
