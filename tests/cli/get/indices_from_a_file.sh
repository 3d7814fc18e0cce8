. "$ZR_TESTS/make_labels.sh"
printf '# chosen\n4\n\n  -1\n10:12\n' >chosen
zr get labels --indices chosen
echo 5 | zr get labels 1 --indices -
