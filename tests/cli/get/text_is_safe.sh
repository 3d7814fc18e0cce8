printf 'red \033[31m \342\200\256\nplain \303\274\n' >lines
zr import store lines --format text >/dev/null
zr get store : --text
zr get store 0 --json
