. "$ZR_TESTS/make_labels.sh"
zr recode labels copy --codec raw --level 3
