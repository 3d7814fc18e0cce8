zr create store --ragged --shape 3
