. "$ZR_TESTS/make_labels.sh"
zr demo labels
echo "status $?"
zr demo labels/inside
echo "status $?"
zr demo samples --source /nowhere
echo "status $?"
ls labels
