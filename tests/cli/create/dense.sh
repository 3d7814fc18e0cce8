zr create images --dtype uint8 --shape 28,28 --codec raw
ls images
zr stats images
