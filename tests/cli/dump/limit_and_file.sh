. "$ZR_TESTS/make_labels.sh"
zr dump labels --limit 3
zr dump labels 50: --format csv --output labels.csv
wc -l <labels.csv
zr dump labels --output labels.csv
