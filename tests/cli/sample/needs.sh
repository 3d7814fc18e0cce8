zr sample --length 5 --mode weighted
zr sample --length 5 --weights w
zr sample --length 5 --mode balanced
zr sample --length 5 --zero-weights never
zr sample --length 5 --mode local --classes c
