# What is deleted lies in the store, never where a link leads.
. "$ZR_TESTS/make_labels.sh"
mkdir -p home/tmp-precious && echo keep >home/tmp-precious/file && echo keep >home/journal.tmp
ln -s ../home labels/.zrx
zr delete labels 0
echo "status $?"
zr delete labels 99
echo "status $?"
zr compact labels
echo "status $?"
zr get labels 0
find home -type f | sort
