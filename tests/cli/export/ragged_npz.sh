printf 'one\nthree\n' >lines
zr import store lines --format text >/dev/null
zr export store store.npz
zr import again store.npz
zr dump again --text
zr export store store.npy
