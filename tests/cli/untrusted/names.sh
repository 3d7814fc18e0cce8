# Names that would change the colour of the terminal, or wipe it.
name=$(printf 'evil\033[2J\033]0;title\007')
printf 'abc' >x.bin
zr import "$name" x.bin --format raw --dtype uint8 >/dev/null
zr get "$name" 99
zr get "nowhere$name" 0
"$PYTHON" - <<'END'
import os, pty, sys
output = b""
def read(descriptor):
    global output
    data = os.read(descriptor, 65536)
    output += data
    return b""
pty.spawn(["zr", "ls"], read)
print(output.decode().replace("\r\n", "\n"))
print("escapes:", output.count(b"\x1b"), "bells:", output.count(b"\x07"))
END
