. "$ZR_TESTS/make_labels.sh"
zr export labels some.bin ::-25 3 --format raw
od -An -tu1 some.bin
zr export labels some.bin 1 --format raw --force --json
