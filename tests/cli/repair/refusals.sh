. "$ZR_TESTS/make_labels.sh"
zr repair labels
zr repair labels --lost x.json
echo "status $?"
zr repair labels --salvage new --apply
echo "status $?"
zr repair labels --shape 2
echo "status $?"
zr repair nowhere
echo "status $?"
printf 'X' | dd of=labels/meta.zr conv=notrunc status=none
zr repair labels --apply
echo "status $?"
zr repair labels
