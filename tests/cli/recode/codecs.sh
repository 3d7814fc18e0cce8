seq 1 20000 >numbers
zr import source numbers --format text >/dev/null
zr recode source raw --codec raw
zr train source --tier fast --output dict >/dev/null
zr recode source dict-store --codec zstd_dict --dict dict --json
zr dump source --text >a
zr dump raw --text | cmp - a
zr dump dict-store --text | cmp - a
