. "$ZR_TESTS/make_labels.sh"
zr load labels --batch 10 --steps 1 --state state.json >/dev/null
zr load labels --seed 5 --state state.json
echo $?
zr load labels --batch 11 --state state.json
echo $?
zr delete labels 3 >/dev/null
zr load labels --state state.json
echo $?
echo '{"step": 1}' >state.json
zr load labels --state state.json
