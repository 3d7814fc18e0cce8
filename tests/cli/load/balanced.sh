# A resumed run over classes is the run itself; other classes are refused.
"$PYTHON" -c 'import sys; sys.stdout.buffer.write(bytes(i % 3 != 0 for i in range(100)))' >classes.bin
"$PYTHON" -c 'import sys; sys.stdout.buffer.write(bytes(i % 4 != 0 for i in range(100)))' >others.bin
for name in classes others; do zr import $name $name.bin --format raw --dtype uint8 >/dev/null; done
zr load classes --mode balanced --classes classes --batch 8 --steps 6 --indices --checksum 2>/dev/null >whole
for steps in 1 2 3; do
    zr load classes --mode balanced --classes classes --batch 8 --steps $steps --indices --checksum --prefetch $steps --state state.json 2>/dev/null
done | cmp - whole && cat state.json
zr load classes --mode balanced --classes others --state state.json
