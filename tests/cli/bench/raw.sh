. "$ZR_TESTS/make_labels.sh"
zr bench labels --batch 10 --rounds 3 --batches 2
