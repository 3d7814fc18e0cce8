# 10^7 one-byte records: append, delete 1 %, compact, verify; the survivors are compared with a model.
"$PYTHON" "$ZR_TESTS/many_labels.py" make labels.bin
zr create labels --dtype uint8 --codec raw
zr append labels labels.bin --format raw
zr verify labels
zr delete labels ::100
zr get labels : --raw --output after_delete.bin
"$PYTHON" "$ZR_TESTS/many_labels.py" check after_delete.bin
zr stats labels --json
zr compact labels
zr verify labels
zr get labels : --raw | cmp - after_delete.bin
zr stats labels --json | grep reclaimable
