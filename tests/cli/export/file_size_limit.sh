# The limit of the shell on file sizes is an error of a write, not the end of the program.
. "$ZR_TESTS/make_labels.sh"
seq -f 'line %g of a text that differs from all others by its number' 200 >lines.txt
zr import many lines.txt --format text
(ulimit -f 1; zr export many many.npz)
echo "status $?"
(ulimit -f 1; zr dump many --text -o many.txt)
echo "status $?"
(ulimit -f 1; zr recode many copy --codec raw)
echo "status $?"
ls -A
