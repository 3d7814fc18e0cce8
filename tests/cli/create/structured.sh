zr create points --dtype "[('x', '<f4'), ('y', '<f4'), ('id', '>i8', (2,))]"
zr stats points --json
