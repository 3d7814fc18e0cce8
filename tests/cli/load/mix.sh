. "$ZR_TESTS/make_set.sh"
cp -r set other
zr load set other --mix 3:1 --mode sequential --batch 8 --steps 3 --indices 2>/dev/null
zr sample set other --mix 3:1 --mode sequential --batch 8 --steps 3
zr load set other --mix 3 --batch 8
zr load set other --mix 3:x --batch 8
zr load set other --mix 3:1:2 --batch 8
zr load set other --mix 0:0 --batch 8
zr load set other --mix 1:1 --mode weighted --weights set/label
zr sample set other
