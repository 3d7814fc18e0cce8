# A part of a list would be the wrong list.
. "$ZR_TESTS/make_labels.sh"
mkdir folder
zr delete labels --indices folder
echo "status $?"
zr delete labels --indices nowhere
echo "status $?"
zr stats labels --json | grep '"records"'
