. "$ZR_TESTS/make_set.sh"
zr sample set --batch 5
