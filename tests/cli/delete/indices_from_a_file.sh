. "$ZR_TESTS/make_labels.sh"
seq 0 2 98 >even
zr delete labels --indices even
zr get labels : --raw | od -An -v -tu1 -w25
