"$PYTHON" -c 'import sys; sys.stdout.buffer.write(bytes(i % 251 for i in range(4000)))' >file
zr import store file --format raw --dtype uint8 --shape 40,100 >/dev/null
zr get store 0
zr get store 0 --full | wc
