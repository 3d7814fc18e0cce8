printf 'abcdef' >file.bin
zr import points file.bin --format raw --dtype uint8 --shape 3
zr dump points
