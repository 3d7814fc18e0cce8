. "$ZR_TESTS/make_labels.sh"
zr delete labels 0 3 -1 3 --moves
zr get labels 0 3 --raw | od -An -tu1
