. "$ZR_TESTS/make_labels.sh"
zr clean labels
head -c 1000 /dev/zero >labels/3.chunk
mkdir -p labels/.zrx/tmp-0011
echo x >labels/.zrx/tmp-0011/0.loc
echo mine >labels/notes.txt
zr clean labels
zr clean labels --json
zr clean labels --apply
ls -A labels
zr verify labels
