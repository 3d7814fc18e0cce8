# Two streams that cannot belong together are read, but not without a word.
. "$ZR_TESTS/make_set.sh"
zr delete set/label 0 2>/dev/null
zr get set 1
zr stats set >/dev/null
