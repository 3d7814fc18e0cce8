. "$ZR_TESTS/make_labels.sh"
zr delete labels ::10 --dry-run --moves
zr stats labels --json | grep records
