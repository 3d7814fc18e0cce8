zr sample --length ten
