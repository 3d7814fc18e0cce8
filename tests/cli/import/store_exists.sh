printf 'line\n' >file
zr import store file --format text >/dev/null
zr import store file --format text
