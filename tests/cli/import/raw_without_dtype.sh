printf 'abcdef' >file.bin
zr import points file.bin --format raw
