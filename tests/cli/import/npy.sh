"$PYTHON" "$ZR_TESTS/make_arrays.py"
zr import matrices matrix.npy --codec raw
zr get matrices :
zr import flat matrix.npy --codec raw --shape 6
zr get flat 1
