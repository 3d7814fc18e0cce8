printf 'x' >some.dict
printf 'line\n' >file
zr import store file --format text --dict some.dict
