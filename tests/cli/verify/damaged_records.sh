. "$ZR_TESTS/make_set.sh"
printf '\377' | dd of=set/image/0.chunk conv=notrunc status=none seek=2 bs=1
printf '\377\377\377\377' | dd of=set/image/0.loc conv=notrunc status=none seek=48 bs=1
zr verify set/image
echo "status $?"
zr verify set/image --quick
echo "status $?"
zr verify set/image --json
echo "status $?"
zr verify set/image --max 1
