. "$ZR_TESTS/make_set.sh"
zr get set/image -1 0 --raw
echo
zr get set/image 0 --raw --output record.bin
wc -c <record.bin
zr get set/image 0 --raw --output record.bin
