# An append ends it, and so does a compact.
. "$ZR_TESTS/make_labels.sh"
zr delete labels 3
printf 'x' >one.bin
zr append labels one.bin --format raw
zr undo labels --list
zr delete labels 4
zr undo labels --list | sed 's/, 20.*UTC/, WHEN/'
zr compact labels
zr undo labels
echo "status $?"
ls -A labels
