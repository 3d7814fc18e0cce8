. "$ZR_TESTS/make_set.sh"
zr backup set safe/copy
zr verify safe/copy
zr backup set safe/copy --json
zr delete set 0 >/dev/null
zr backup set safe/copy
zr stats safe/copy --json | grep '"records"'
ls -A safe
