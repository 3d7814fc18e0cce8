. "$ZR_TESTS/make_set.sh"
zr find set "std <"
zr find set "sdt < 1"
zr find set "label = 1"
zr find set --stream mask
zr find set --groups
zr find set --sort "std < 1"
