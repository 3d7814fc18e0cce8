. "$ZR_TESTS/make_labels.sh"
printf 'X' | dd of=labels/meta.zr conv=notrunc status=none
zr stats labels
