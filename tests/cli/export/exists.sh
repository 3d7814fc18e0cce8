. "$ZR_TESTS/make_labels.sh"
touch out.npy
zr export labels out.npy 2>&1
echo "status $?"
