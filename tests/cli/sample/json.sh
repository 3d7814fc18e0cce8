zr sample --length 10 --batch 4 --seed 1 --step 5 --steps 2 --json
