zr sample --length 4 --mode cyclik
