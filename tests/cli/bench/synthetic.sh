zr bench --synthetic uint8 --shape 100 --records 300 --codec raw --codec zstd_dict --rounds 1 --batches 2 | grep -e '^store' -e '^plan' -e '^limit' | sed 's|^limit: \([a-z]*\).*|\1|'
zr bench --synthetic uint8 --compressibility 2
zr bench --synthetic uint8 --codec lz4
zr bench
