# A byte that changes in a raw record can only be found by a checksum.
. "$ZR_TESTS/make_set.sh"
zr verify set/label
zr verify set --write-sums
printf 'X' | dd of=set/label/0.chunk bs=1 seek=2 conv=notrunc 2>/dev/null
zr verify set
echo "status $?"
zr verify set/label --json
zr verify set/label --write-sums
zr verify set/label --renew-sums
zr verify set/label
# Deletes move records away from their checksums, and back.
zr delete set 0
zr verify set/label
zr undo set
zr verify set/label
zr delete set 0
zr compact set
zr verify set/label
ls -A set/label
zr verify set/label --write-sums --quick
