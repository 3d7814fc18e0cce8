zr create labels >/dev/null
printf a >file
flock --shared labels/meta.zr zr append labels file --format raw
