"$PYTHON" "$ZR_TESTS/make_arrays.py"
zr import matrices matrix.npy --ragged --codec raw
zr get matrices 1
