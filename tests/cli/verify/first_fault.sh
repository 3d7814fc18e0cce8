. "$ZR_TESTS/make_set.sh"
printf '\377\377\377\377' | dd of=set/image/0.loc conv=notrunc status=none seek=48 bs=1
printf '\377\377\377\377' | dd of=set/image/0.loc conv=notrunc status=none seek=16 bs=1
zr verify set --first
echo "status $?"
zr verify set/image --first --json
