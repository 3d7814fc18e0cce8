# What stands ahead of a damaged record is printed, and a JSON document is closed.
. "$ZR_TESTS/make_labels.sh"
zr recode labels packed --codec zstd
printf '\377\377\377\377\377\377\377\377' | dd of=packed/0.loc conv=notrunc status=none seek=48 bs=1
zr get packed 0:6
echo "status $?"
zr get packed 0:6 --json
echo "status $?"
zr get packed 3 --json
echo "status $?"
zr dump packed :6
echo "status $?"
# Of a set, what all streams can give.
. "$ZR_TESTS/make_set.sh"
printf '\377\377\377\377\377\377\377\377' | dd of=set/label/0.loc conv=notrunc status=none seek=16 bs=1
zr get set 0:3 --json
echo "status $?"
