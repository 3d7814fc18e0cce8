zr get nowhere 0
