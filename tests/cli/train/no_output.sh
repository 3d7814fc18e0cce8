. "$ZR_TESTS/make_labels.sh"
zr train labels
