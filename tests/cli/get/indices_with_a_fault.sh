. "$ZR_TESTS/make_labels.sh"
printf '4\n2x\n' >chosen
zr get labels --indices chosen
