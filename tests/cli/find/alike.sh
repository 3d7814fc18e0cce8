printf 'the quick brown fox jumps over the lazy dog\nthe quick brown fox jumps over the lazy cat\nsomething else entirely stands in this line\nthe quick brown fox jumps over the lazy dog\n' >lines.txt
zr import lines lines.txt >/dev/null
zr find lines --near-duplicates
zr find lines --near-duplicates --groups
zr find lines --near-duplicates --groups --likeness 100
zr find lines --near-duplicates --json
zr find lines "index > 0" --near-duplicates --groups
printf '00000000000000000000000000000000000000000000000000z0' >odd.bin
zr import odd odd.bin --format raw --dtype uint8 --shape 2 >/dev/null
zr find odd --outliers
zr find odd --outliers --reasons
zr find odd --outliers --json --score 2
zr find odd --outliers --count --score 1000000
