zr sample --length 10 --epochs 0
