. "$ZR_TESTS/make_labels.sh"
. "$ZR_TESTS/make_set.sh"
rm labels/0.loc
truncate -s 10 set/label/meta.zr
zr ls
