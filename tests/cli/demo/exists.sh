mkdir -p samples/bible
zr demo samples
echo "status $?"
ls -A samples
