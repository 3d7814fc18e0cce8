. "$ZR_TESTS/make_labels.sh"
for mode in cyclic iid independent; do
    zr load labels --batch 10 --mode $mode --steps 9 --indices 2>/dev/null >whole
    zr load labels --batch 10 --mode $mode --step 5 --steps 4 --indices --look-ahead 0 2>/dev/null >part
    tail -n 4 whole | cmp - part && echo "$mode goes on at 5"
done
zr load labels --batch 10 --step 3 --steps 1 --state state.json --indices 2>/dev/null
zr load labels --step 3 --state state.json
