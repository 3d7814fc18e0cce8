zr --version
