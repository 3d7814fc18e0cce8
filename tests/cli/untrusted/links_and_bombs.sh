. "$ZR_TESTS/make_set.sh"
zr dump set/image --untrusted --format csv
mv set/image/0.chunk elsewhere
ln -s "$PWD/elsewhere" set/image/0.chunk
zr dump set/image --untrusted
echo "status $?"
rm set/image/0.chunk
ln elsewhere set/image/0.chunk
zr dump set/image --untrusted
echo "status $?"
zr get set/image 0
# Two records of a megabyte, one of them pointed at three thousand times.
head -c 2000000 /dev/zero >zeros.bin
zr import zeros zeros.bin --format raw --dtype uint8 --shape 1000000 >/dev/null
"$PYTHON" - <<'END'
table = open("zeros/0.loc", "rb").read()[:16]
open("zeros/0.loc", "wb").write(table * 3000)
header = bytearray(open("zeros/meta.zr", "rb").read())
header[14:22] = (3000).to_bytes(8, "little")
open("zeros/meta.zr", "wb").write(header)
END
zr export zeros zeros.npy --untrusted
echo "status $?"
zr recode zeros again --untrusted
echo "status $?"
ls
