zr create store --shape
