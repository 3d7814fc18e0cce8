. "$ZR_TESTS/make_labels.sh"
zr sample labels --batch 3 --flat | zr get labels --indices -
