"$PYTHON" -c 'import sys; sys.stdout.buffer.write(bytes([7] * 90 + [3] * 10))' >classes.bin
zr import classes classes.bin --format raw --dtype uint8 >/dev/null
zr sample classes --mode balanced --classes classes --batch 10 --steps 3 --flat | zr get classes --indices - | awk '{print $NF}' | sort | uniq -c
zr sample classes --mode stratified --classes classes --batch 10 --steps 3 --flat | zr get classes --indices - | awk '{print $NF}' | sort | uniq -c
zr sample classes --mode stratified --classes classes --batch 10 --epochs 1 --steps 99 --flat | sort -n | uniq | wc -l
zr sample classes --mode balanced --classes classes --only 85:95 --batch 2 --steps 3
zr sample --length 99 --mode balanced --classes classes
