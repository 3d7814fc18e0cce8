"$PYTHON" "$ZR_TESTS/make_arrays.py"
zr create values --dtype int64 --codec raw
zr append values int64_big.npy
zr dump values
