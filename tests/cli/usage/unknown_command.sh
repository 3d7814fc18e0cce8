zr creat
