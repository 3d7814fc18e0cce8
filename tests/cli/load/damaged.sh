"$PYTHON" -c 'import sys; sys.stdout.buffer.write(bytes(range(100)))' >labels.bin
zr import labels labels.bin --format raw --dtype uint8 --codec zstd >/dev/null
printf '\377\377\377\377' | dd of=labels/0.chunk bs=1 seek=0 conv=notrunc 2>/dev/null
zr load labels --mode sequential --batch 4 --steps 2 --indices
echo $?
zr load labels --mode sequential --batch 4 --steps 2 --indices --on-corrupt skip
zr load labels --mode sequential --batch 4 --steps 2 --indices --on-corrupt replace --state s.json
zr load labels --mode sequential --batch 4 --steps 1 --on-corrupt replace --json | grep -A 7 damaged
