"$PYTHON" -c 'import sys; sys.stdout.buffer.write(b"".join(b"%08d-some-record" % (i * 7919 % 100000) for i in range(20000)))' >rows
zr import rows.store rows --format raw --dtype uint8 --shape 20 >/dev/null
zr tune rows.store --candidate raw --candidate zstd --candidate 2K:9 --rounds 2 --keep '2 KiB, level 9' --output rows.dict
zr recode rows.store dict.store --codec zstd_dict --dict rows.dict --level 9
