zr create empty >/dev/null
zr dump empty --format csv
