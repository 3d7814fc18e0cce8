. "$ZR_TESTS/make_labels.sh"
zr delete labels 10:60 >/dev/null
zr compact labels --dry-run
zr compact labels
zr verify labels
zr get labels : --raw | od -An -v -tu1 -w25
