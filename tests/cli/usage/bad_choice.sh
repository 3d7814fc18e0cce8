zr create store --codec zst
