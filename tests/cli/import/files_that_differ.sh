printf 'ab' >raw
zr import one raw --format raw --dtype uint8 >/dev/null
zr export one one.npy >/dev/null
zr import two raw --format raw --dtype int8 >/dev/null
zr export two two.npy >/dev/null
zr import both one.npy two.npy
