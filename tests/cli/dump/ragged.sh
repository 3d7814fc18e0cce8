printf 'one\nthree, "quoted"\n' >lines
zr import store lines --format text >/dev/null
zr dump store
zr dump store --text
zr dump store --format csv
zr dump store --format json
zr dump store --format hex
