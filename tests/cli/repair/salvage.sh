. "$ZR_TESTS/make_set.sh"
printf '\377' | dd of=set/image/0.chunk conv=notrunc status=none seek=2 bs=1
truncate -s 4 set/label/0.chunk
zr repair set --salvage saved --lost lost.json
echo "status $?"
cat lost.json
zr verify saved
zr get saved/label : --json | tr -d ' \n'
echo
zr repair set --salvage saved
echo "status $?"
