# A delete of loaderx that was killed in the first of two streams.
cp -r "$ZR_TEST_DATA/damaged/delete-set-first-stream" set
chmod -R u+w set
zr verify set
echo "status $?"
zr repair set
echo "status $?"
zr repair set --apply
echo "status $?"
zr verify set
zr repair set
zr get set/label : --json | tr -d ' \n'
echo
ls set/image/.zrx/salvage/*
