zr tune store --keep fast
