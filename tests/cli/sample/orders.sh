zr sample --length 10 --batch 4 --mode cyclic --cycle-end keep --epochs 1 --steps 9
zr sample --length 10 --batch 4 --mode sequential --cycle-end keep --steps 4
zr sample --length 10 --batch 4 --mode sequential --only 2:5 --only 9 --steps 2
zr sample --length 10 --batch 4 --mode independent --step 1000000000000 --steps 2
zr sample --length 64 --batch 16 --mode local --block 8 --window 2
zr sample --length 10 --batch 4 --mode local --block 2 --only 4: --json
zr sample --length 1K --batch 8 --mode iid --epochs 1 --steps 1000 | wc -l
