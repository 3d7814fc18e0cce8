printf 'abcdefgh' >bytes.bin
zr import bytes bytes.bin --format raw --dtype uint8 --codec zstd >/dev/null
printf '\377\377' | dd of=bytes/0.chunk bs=1 conv=notrunc status=none
zr find bytes "value > 98"
echo "status $?"
zr find bytes unreadable
