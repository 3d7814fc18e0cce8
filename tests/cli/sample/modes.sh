zr sample --length 10 --batch 4 --steps 3
zr sample --length 10 --batch 4 --mode sequential --step 1 --steps 2
zr sample --length 1000 --batch 5 --mode iid --seed 7 --steps 2
zr sample --length 1K --batch 3 --flat
