. "$ZR_TESTS/make_labels.sh"
zr load labels --batch 10 --steps 2 --state state.json >/dev/null
for step in 18446744073709551615 18446744073709551614 9223372036854775808; do
    sed "s/\"step\": 2/\"step\": $step/" state.json >far.json
    zr load labels --batch 10 --steps 3 --state far.json 2>&1 | grep -E "^batches |next step|zr:"
done
