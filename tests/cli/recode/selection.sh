. "$ZR_TESTS/make_labels.sh"
zr recode labels some ::25 0 --codec raw
zr get some : --raw | od -An -tu1
