. "$ZR_TESTS/make_set.sh"
zr verify set --state state
ls
echo junk >state
zr verify set/label --state state
echo "status $?"
zr verify set/label set/image --state state
echo "status $?"
