. "$ZR_TESTS/make_labels.sh"
zr delete labels 3 50 99
zr delete labels 0
zr undo labels --list | sed 's/, 20.*UTC/, WHEN/'
zr undo labels --moves
zr undo labels --json
zr get labels 0 3 50 97 99 --raw | od -An -tu1
zr undo labels
echo "status $?"
ls -A labels
