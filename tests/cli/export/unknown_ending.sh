. "$ZR_TESTS/make_labels.sh"
zr export labels labels.bin
