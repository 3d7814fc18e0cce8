# All streams or none: one whose files cannot be replaced keeps the others as they were.
. "$ZR_TESTS/make_set.sh"
zr delete set 1 2
zr compact set
zr verify set
ls -A set set/image
