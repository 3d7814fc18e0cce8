. "$ZR_TESTS/make_set.sh"
zr delete set 1
zr undo set --moves
zr get set :
zr delete set/label 0 4 >/dev/null 2>&1
zr undo set/label
