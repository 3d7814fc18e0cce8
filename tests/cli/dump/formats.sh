. "$ZR_TESTS/make_set.sh"
zr dump set/image
zr dump set/image --format csv
zr dump set/image --format json
zr dump set/label 1:3 --format hex
