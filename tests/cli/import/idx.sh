"$PYTHON" "$ZR_TESTS/make_arrays.py"
zr import images images.idx.gz --codec raw
zr import labels labels.idx --codec raw --json
zr get images 0
zr dump labels
