# Advice names the options of zr.
"$PYTHON" -c 'import numpy; numpy.savez("two.npz", a=numpy.arange(3), b=numpy.arange(4))'
printf 'a\n\nb\n' >gap.txt
printf '\211PNG' >picture.png
zr import store two.npz 2>&1
zr import store two.npz --member c 2>&1
zr import store gap.txt 2>&1
zr import store picture.png 2>&1
zr import store two.npz --member a
zr import store two.npz --member b 2>&1
zr append store gap.txt --skip-empty-lines 2>&1
ls
