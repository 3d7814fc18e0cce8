# Where -o may write: never over a store's own files, straight into devices, through links, with the old permissions.
. "$ZR_TESTS/make_labels.sh"
sum=$(cksum labels/0.chunk)
zr get labels 0 --raw -o labels/0.chunk --force 2>&1
echo "status $?"
[ "$(cksum labels/0.chunk)" = "$sum" ] && echo 'the store is as it was'
zr get labels 3 -o /dev/null && [ -c /dev/null ] && echo '/dev/null is still a device'
echo old >private && chmod 600 private && ln -s private link
zr get labels 3 -o link 2>&1
zr get labels 3 -o link --force && cat private && stat -c '%a %F' private link
mkdir folder && zr get labels 3 -o folder --force 2>&1
zr get labels 3 -o nowhere/out 2>&1
ls -A | grep -c 'zr-output'
