# The limit of the shell on file sizes is an error of a write, not the end of the program.
. "$ZR_TESTS/make_labels.sh"
zr import many "$ZR_TEST_DATA/../run" --format text --skip-empty-lines
(ulimit -f 1; zr export many many.npz)
echo "status $?"
(ulimit -f 1; zr dump many --text -o many.txt)
echo "status $?"
(ulimit -f 1; zr recode many copy --codec raw)
echo "status $?"
ls -A
