. "$ZR_TESTS/make_set.sh"
zr sampler set --batch 2 --steps 4
