printf 'abc' >file
zr import labels file --format raw --dtype uint8 >/dev/null
zr train labels --output labels.dict
echo "status $?"
ls
