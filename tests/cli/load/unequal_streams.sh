. "$ZR_TESTS/make_labels.sh"
head -c 99 labels.bin >short.bin
zr import short short.bin --format raw --dtype uint8 >/dev/null
zr load labels short
