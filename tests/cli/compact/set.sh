. "$ZR_TESTS/make_set.sh"
zr delete set 0 1 >/dev/null
zr compact set
zr get set :
