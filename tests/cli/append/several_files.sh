zr create labels
printf 'ab' >one
printf 'cd' >two
zr append labels one two --format raw
zr get labels : --raw
