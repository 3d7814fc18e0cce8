"$PYTHON" -c 'import sys, struct; sys.stdout.buffer.write(struct.pack("<5f", 1, 0, 2, 3, 4))' >weights.bin
zr import weights weights.bin --format raw --dtype float32 >/dev/null
zr sample --length 5 --mode weighted --weights weights --zero-weights never --batch 10000 --flat | sort | uniq -c | awk '{print $2, int(($1 + 50) / 100)}'
zr sample --length 5 --mode weighted --weights weights --zero-weights never --only 2:4 --batch 8
zr sample --length 5 --mode weighted --weights weights
