zr sample --length 10 --mode iid --only 2:5
