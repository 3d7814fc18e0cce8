zr sample --batch 4
