zr import store nothing.npy
