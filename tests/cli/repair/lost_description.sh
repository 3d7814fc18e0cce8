. "$ZR_TESTS/make_labels.sh"
rm labels/store.zr
zr verify labels
echo "status $?"
zr repair labels
echo "status $?"
zr repair labels --dtype uint16 --apply
echo "status $?"
zr repair labels --dtype uint8 --apply
echo "status $?"
zr get labels 99
