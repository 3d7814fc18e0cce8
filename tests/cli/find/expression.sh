. "$ZR_TESTS/make_set.sh"
rm -r set/label
printf '\000\001\002\003\004' >label.bin
zr import set/label label.bin --format raw --dtype uint8 --codec raw >/dev/null
printf 'zero\none\ntwo\nthree\nfour\n' >set/label.names.txt
zr find set "mean > 102 and label != 4"
zr find set "label in ['one', 'four']" --show mean,label,ratio --sort=-mean
zr find set "shape[0] == 2" --count
zr find set/label "value % 2 == 1" --json
zr find set "index > 2" --show label --json
zr find set "index > 1" --limit 2
