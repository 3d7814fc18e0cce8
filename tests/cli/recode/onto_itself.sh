. "$ZR_TESTS/make_labels.sh"
zr recode labels labels
