zr ls
