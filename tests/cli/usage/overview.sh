zr help
