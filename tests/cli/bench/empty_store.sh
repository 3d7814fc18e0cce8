zr create s --dtype uint8 --shape 3 --codec raw >/dev/null && zr bench s
