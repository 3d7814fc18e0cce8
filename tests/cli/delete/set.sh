. "$ZR_TESTS/make_set.sh"
zr delete set 1 --moves
zr get set :
