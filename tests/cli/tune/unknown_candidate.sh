zr tune store --candidate lz4
