. "$ZR_TESTS/make_set.sh"
printf '\377' | dd of=set/image/0.chunk conv=notrunc status=none seek=2 bs=1
truncate -s 70 set/image/0.loc
zr repair set/image
echo "status $?"
zr repair set/image --remove-damaged --apply --json
echo "status $?"
zr verify set/image
