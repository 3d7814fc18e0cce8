. "$ZR_TESTS/make_labels.sh"
mkdir other
echo mine >other/file
zr backup labels other
echo "status $?"
zr backup labels labels/inside
echo "status $?"
zr backup nowhere copy
echo "status $?"
rm labels/0.loc
zr backup labels copy
echo "status $?"
ls
