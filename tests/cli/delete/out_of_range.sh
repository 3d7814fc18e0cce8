. "$ZR_TESTS/make_labels.sh"
zr delete labels 5 100
echo "status $?"
zr stats labels --json | grep '"records"'
