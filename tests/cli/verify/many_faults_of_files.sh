. "$ZR_TESTS/make_set.sh"
rm set/image/store.zr
truncate -s 30 set/image/0.loc
echo x >set/image/dict.zr
zr verify set/image
echo "status $?"
cp -r "$ZR_TEST_DATA/damaged/delete-ragged-zstd-2-of-3" killed
zr verify killed/text
