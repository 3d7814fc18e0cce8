# labels: one hundred scalars 0 … 99. Sourced by tests.
"$PYTHON" -c 'import sys; sys.stdout.buffer.write(bytes(range(100)))' >labels.bin
zr import labels labels.bin --format raw --dtype uint8 --codec raw >/dev/null
