zr create store --dtype u1 --dtype u2
