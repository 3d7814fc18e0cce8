"$PYTHON" -c 'for i in range(400): print("x" * (1 + i * 37 % 100))' >lines.txt
zr import text lines.txt --format text >/dev/null
zr load text --batch 20 --cycle-end keep --epochs 1 --json | grep -E 'ragged_bytes|padded_bytes'
zr load text --batch 20 --cycle-end keep --epochs 1 --json --bucket text --bucket-window 20 | grep -E 'ragged_bytes|padded_bytes|"order"'
zr load text --batch 20 --cycle-end keep --epochs 1 --bucket text | grep padding
zr load text --batch 20 --cycle-end keep --steps 2 --indices --bucket text >whole 2>/dev/null
zr load text --batch 20 --cycle-end keep --steps 1 --indices --bucket text --state state.json >parts 2>/dev/null
zr load text --cycle-end keep --steps 1 --indices --bucket text --state state.json >>parts 2>/dev/null
cmp whole parts
