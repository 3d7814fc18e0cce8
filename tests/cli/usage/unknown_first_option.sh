zr --jsn
