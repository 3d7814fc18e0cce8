"$PYTHON" -c 'import sys; sys.stdout.buffer.write(b"".join(b"%08d-some-record" % (i * 7919 % 100000) for i in range(20000)))' >rows
zr train rows --record-bytes 20 --tier fast --output rows.dict --json
zr train rows --record-bytes 20 --output rows.dict
