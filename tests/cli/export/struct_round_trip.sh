"$PYTHON" "$ZR_TESTS/make_arrays.py"
zr import points struct.npy --codec raw >/dev/null
zr export points again.npy
cmp struct.npy again.npy || zr import again again.npy
