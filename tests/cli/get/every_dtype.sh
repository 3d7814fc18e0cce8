"$PYTHON" "$ZR_TESTS/make_arrays.py"
for file in *.npy; do
    name=${file%.npy}
    echo "$name"
    zr import $name $file --codec raw >/dev/null
    zr dump $name
    zr dump $name --format json
done
