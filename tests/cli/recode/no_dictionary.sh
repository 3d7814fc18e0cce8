. "$ZR_TESTS/make_labels.sh"
zr recode labels other --codec zstd_dict
