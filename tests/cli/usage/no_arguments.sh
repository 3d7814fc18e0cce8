zr
