mkdir folder
zr get folder 0
