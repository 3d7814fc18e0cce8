zr create labels >/dev/null
mkfifo pipe
zr append labels - --format raw <pipe &
zr=$!
exec 3>pipe
printf abc >&3
until grep -q 'SigBlk:.*42..$' /proc/$zr/status; do sleep 0.05; done
kill -TERM $zr
wait $zr
echo "status $?"
zr verify labels
