. "$ZR_TESTS/make_set.sh"
zr find set "std <"
zr find set "sdt < 1"
zr find set "label = 1"
zr find set --stream mask
zr find set --groups
zr find set --sort "std < 1"
zr find set --duplicates --outliers
zr find set --likeness 90
zr find set --near-duplicates --likeness 101
zr find set --reasons
zr find set --stream label --near-duplicates
