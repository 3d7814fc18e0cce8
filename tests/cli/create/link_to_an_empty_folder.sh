mkdir real
ln -s real link
zr create link
zr ls real
zr create real/inside
echo "status $?"
printf 'abc' >x.bin
zr import real/inside x.bin --format raw --dtype uint8
echo "status $?"
zr import other x.bin --format raw --dtype uint8 >/dev/null
zr recode other real/inside
echo "status $?"
ls real
