"$PYTHON" "$ZR_TESTS/make_arrays.py"
zr create values --dtype float64
zr append values int8.npy
echo "status $?"
zr stats values --json | grep '"records"'
