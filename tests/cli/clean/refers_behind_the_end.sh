# The header says chunk 0, an entry says chunk 3.
. "$ZR_TESTS/make_labels.sh"
printf '\003' | dd of=labels/0.loc conv=notrunc status=none seek=12 bs=1
head -c 1000 /dev/zero >labels/3.chunk
zr clean labels --apply
