# Private records stay private.
. "$ZR_TESTS/make_labels.sh"
chmod 600 labels/0.chunk && chmod 640 labels/0.loc
zr delete labels :50
zr compact labels
stat -c '%a %n' labels/0.chunk labels/0.loc
