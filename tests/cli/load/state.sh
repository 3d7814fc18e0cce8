. "$ZR_TESTS/make_labels.sh"
zr load labels --batch 10 --mode iid --steps 9 --indices 2>/dev/null >whole
for steps in 1 3 5; do
    zr load labels --batch 10 --mode iid --steps $steps --indices --state state.json --prefetch $steps 2>/dev/null
done | cmp - whole && cat state.json
zr load labels --steps 1 --state state.json --indices --rank 1 --world 2 2>/dev/null
zr sample labels --batch 10 --mode iid --step 9
