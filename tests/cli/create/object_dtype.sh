zr create store --dtype object
