zr create one two
