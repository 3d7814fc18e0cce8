# get, find, stats and ls of a set that somebody else made.
. "$ZR_TESTS/make_set.sh"
zr get set 1 --untrusted
zr find set 'label > 0' --count --untrusted
zr stats set --untrusted | grep -E 'store|records'
zr ls set --untrusted
mv set/image/0.chunk elsewhere
ln -s "$PWD/elsewhere" set/image/0.chunk
for command in "get set 1" "find set index==1" "stats set" "ls set"; do
    zr $command --untrusted
    echo "$command: status $?"
done
zr get set/label 1 --untrusted
zr get set 1
# Packed input that grows a thousandfold.
head -c 20000000 /dev/zero | gzip >zeros.txt.gz
zr import zeros zeros.txt.gz --format text
echo "status $?"
gunzip zeros.txt.gz
zr import zeros zeros.txt --format text --codec raw
