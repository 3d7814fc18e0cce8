"$PYTHON" "$ZR_TESTS/make_arrays.py"
truncate -s -1 matrix.npy
zr import matrices matrix.npy
echo "status $?"
ls -A | grep matri
