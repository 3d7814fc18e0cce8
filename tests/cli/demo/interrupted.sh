zr demo samples &
zr=$!
until ls -d samples/.zr-demo-* >/dev/null 2>&1; do sleep 0.02; done
kill -TERM $zr
wait $zr
echo "status $?"
ls -A
