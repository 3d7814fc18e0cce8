# What can be opened is checked all the same.
. "$ZR_TESTS/make_set.sh"
truncate -s 10 set/image/meta.zr
zr verify set
echo "status $?"
zr verify set --json
