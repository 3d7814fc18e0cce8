printf 'aabbaaccbbaa' >pairs.bin
zr import pairs pairs.bin --format raw --dtype uint8 --shape 2 >/dev/null
zr find pairs --duplicates
zr find pairs --duplicates --keep last
zr find pairs --duplicates --groups
zr find pairs "index > 0" --duplicates --groups
zr find pairs --duplicates --json
zr find pairs --duplicates >copies.txt
zr delete pairs --indices copies.txt --moves
zr find pairs --duplicates --count
