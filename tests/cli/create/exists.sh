zr create labels >/dev/null
zr create labels
