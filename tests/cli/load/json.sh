. "$ZR_TESTS/make_set.sh"
zr load set --batch 2 --steps 2 --json --indices --mode sequential
