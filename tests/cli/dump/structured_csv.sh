zr create points --dtype "[('x', '<i2'), ('', '|V2'), ('name', '|S3'), ('pair', '|u1', (2,))]" >/dev/null
printf '\001\000..abc\001\002\377\377..d\000\000\003\004' | zr append points - --format raw >/dev/null
zr dump points --format csv
zr dump points --format json
zr dump points
