seq 1 20000 >numbers
zr import numbers-zstd numbers --format text
zr train numbers-zstd --tier fast --output numbers.dict
zr import numbers-dict numbers --format text --codec zstd_dict --dict numbers.dict
zr get numbers-dict -1 --text
