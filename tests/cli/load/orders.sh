. "$ZR_TESTS/make_labels.sh"
# Every record once; two ranks; resumed in the middle.
order="--mode local --block 8 --window 4 --cycle-end keep --batch 32 --epochs 1"
zr load labels $order --indices 2>/dev/null >whole
cut -d' ' -f2- whole | tr ' ' '\n' | sort -n | uniq -c | awk '{print $1}' | uniq -c
zr load labels $order --indices --steps 1 --state state.json 2>/dev/null >parts
zr load labels $order --indices --prefetch 0 --state state.json 2>/dev/null >>parts
cmp whole parts && cat state.json
zr load labels $order --indices --rank 1 --world 2 --steps 1 2>/dev/null
zr sample labels $order | cut -d' ' -f2,4,6
# Another order is refused.
zr load labels --mode local --block 9 --batch 32 --state state.json
