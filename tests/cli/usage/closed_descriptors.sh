# A closed standard stream fails when it is used; its number never goes to a store's file.
. "$ZR_TESTS/make_labels.sh"
zr append labels - --format raw <&-
echo "append $?"
zr get labels --indices - <&-
echo "get $?"
zr delete labels 0 >&-
echo "delete $?"
zr delete labels 0 2>&-
echo "delete $?"
zr verify labels
